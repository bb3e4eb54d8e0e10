#!/usr/bin/env bash
# What needs no test run: format, lint with the floor rule, types.
set -euo pipefail
npx oxfmt --check .
npm run --silent lint
npm run --silent typecheck
