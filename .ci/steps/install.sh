#!/usr/bin/env bash
# Packages and a browser. Debian's Chromium where apt is at hand and no browser is; elsewhere Playwright's own.
set -euo pipefail
npm ci
if node .ci/steps/find-browser.mjs; then exit 0; fi
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
else
  npx playwright install chromium
fi
node .ci/steps/find-browser.mjs
