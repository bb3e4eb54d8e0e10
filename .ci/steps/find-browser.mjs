// Exits 0 where a Chromium that the report tests can use is installed.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const found = [process.env.PLAYWRIGHT_ACP_CHROMIUM, chromium.executablePath(), '/usr/bin/chromium'].find((path) => path && existsSync(path));
console.log(found ? `browser: ${found}` : 'browser: none yet');
process.exitCode = found ? 0 : 1;
