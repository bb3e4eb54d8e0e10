/**
 * Sees to a Chromium for the report tests: `PLAYWRIGHT_ACP_CHROMIUM`, Playwright's own, or the system's. Where none is
 * installed it tries Debian's (as root) and then Playwright's download, and says so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Path of an installed Chromium, or undefined. */
export function findBrowser(): string | undefined {
  const candidates = [
    process.env['PLAYWRIGHT_ACP_CHROMIUM'],
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** Installs a browser where none is. Returns its path, or undefined where none could be had. */
export function ensureBrowser(): string | undefined {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium is installed; the report tests need one. Installing it …');
  const attempts: [string, string[]][] = [];
  if (process.getuid?.() === 0) {
    attempts.push(['apt-get', ['update', '-qq']], ['apt-get', ['install', '-y', '-qq', 'chromium']]);
  }
  attempts.push([process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']]);
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const installed = findBrowser();
    if (installed) return installed;
  }
  return undefined;
}
