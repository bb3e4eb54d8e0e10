#!/usr/bin/env bash
# Packages (which also builds) and a browser for the report tests.
set -euo pipefail
npm ci
node dist/tools/install-browser.js
