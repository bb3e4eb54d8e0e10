#!/usr/bin/env bash
# What needs no test run: format, lint with the floor rule, types, and the guards over the scenario files.
set -euo pipefail
npx oxfmt --check .
npm run --silent lint
npm run --silent typecheck
node dist/cli.js check
