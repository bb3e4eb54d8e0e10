/** `node dist/tools/install-browser.js`: exits 0 where a Chromium for the report tests is installed, now or before. */
import { ensureBrowser } from './browser.js';

const path = ensureBrowser();
console.log(path ? `browser: ${path}` : 'browser: none could be installed; run `npx playwright install chromium`');
process.exitCode = path ? 0 : 1;
