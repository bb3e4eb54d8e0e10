#!/usr/bin/env bash
# The README's test command; Playwright's JSON lands where summary.mjs reads it.
set -uo pipefail
mkdir -p .artifacts
rm -f .artifacts/results*.json
PLAYWRIGHT_JSON_OUTPUT_NAME="$PWD/.artifacts/results.json" npm test
status=$?
# A green suite proves something: every change of what the runs captured is noticed, and no volatile one is.
if [ "$status" -eq 0 ]; then
  node dist/cli.js mutate
  status=$?
fi
# Real agents: installed once, recorded against a scripted provider, replayed elsewhere.
if [ "$status" -eq 0 ]; then
  node dist/tools/test-agents.js codex-acp gemini-cli claude-agent-acp
  status=$?
fi
# CI writes nothing: replay leaves the work tree as it found it.
if [ -n "$(git status --porcelain)" ]; then
  echo "The test run changed the work tree:"
  git status --porcelain
  exit 1
fi
exit "$status"
