#!/usr/bin/env bash
# Packages (which also builds) and a browser for the report tests.
set -euo pipefail
npm ci
# The lowest Playwright that is supported is tried too: PLAYWRIGHT_VERSION=1.64.0
if [ -n "${PLAYWRIGHT_VERSION:-}" ]; then npm install --no-save --ignore-scripts "@playwright/test@$PLAYWRIGHT_VERSION"; fi
node dist/tools/install-browser.js
