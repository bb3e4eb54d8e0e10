import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { identify, isRunning } from '../../../harness/process/identity.js';
import { openLedgerEntry } from '../../../harness/process/ledger.js';
import { sweep } from '../../../harness/process/index.js';

const GONE = { pid: 2 ** 22 + 1, started: 'gone' };

const test = base.extend<{ ledger: string; sleeper: (cwd?: string) => number }>({
  ledger: async ({}, use, testInfo) => use(testInfo.outputPath('ledger')),
  sleeper: async ({}, use) => {
    const pids: number[] = [];
    await use((cwd) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1 << 30)'], { detached: true, stdio: 'ignore', cwd });
      pids.push(child.pid!);
      return child.pid!;
    });
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The sweep has ended it.
      }
    }
  },
});

test('ends a child whose owner is gone and takes its note away', async ({ ledger, sleeper }) => {
  const child = identify(sleeper());
  openLedgerEntry(ledger, { child }, GONE);
  expect(await sweep(ledger)).toEqual({ processes: [child.pid], folders: [], kept: 0, problems: [] });
  expect(await isRunning(child)).toBe(false);
  expect(await readdir(ledger)).toEqual([]);
});

test('leaves everything of an owner that runs', async ({ ledger, sleeper }, testInfo) => {
  const child = identify(sleeper());
  const folder = testInfo.outputPath('playwright-acp-kept');
  await mkdir(folder, { recursive: true });
  openLedgerEntry(ledger, { child });
  openLedgerEntry(ledger, { folder });
  expect(await sweep(ledger)).toEqual({ processes: [], folders: [], kept: 2, problems: [] });
  expect(await isRunning(child)).toBe(true);
  expect(existsSync(folder)).toBe(true);
});

test('leaves a process that was given the pid since', async ({ ledger, sleeper }) => {
  const child = identify(sleeper());
  openLedgerEntry(ledger, { child: { ...child, started: `${child.started}0` } }, GONE);
  expect(await sweep(ledger)).toMatchObject({ processes: [], kept: 0 });
  expect(await isRunning(child)).toBe(true);
  expect(await readdir(ledger)).toEqual([]);
});

test('takes a pid that was given to another process since for an owner that is gone', async ({ ledger, sleeper }) => {
  const owner = identify(sleeper());
  const child = identify(sleeper());
  openLedgerEntry(ledger, { child }, { ...owner, started: 'earlier' });
  expect(await sweep(ledger)).toMatchObject({ processes: [child.pid], kept: 0 });
  expect(await isRunning(owner)).toBe(true);
});

test('ends what works in a folder whose owner is gone, though no note names it', async ({ ledger, sleeper }, testInfo) => {
  test.skip(process.platform !== 'linux', 'needs /proc');
  const folder = testInfo.outputPath('playwright-acp-left');
  await mkdir(path.join(folder, 'cwd'), { recursive: true });
  const child = identify(sleeper(path.join(folder, 'cwd')));
  openLedgerEntry(ledger, { folder }, GONE);
  expect(await sweep(ledger)).toEqual({ processes: [child.pid], folders: [folder], kept: 0, problems: [] });
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('removes no folder but ours, and says what it could not read', async ({ ledger }, testInfo) => {
  const folder = testInfo.outputPath('someone-elses');
  await mkdir(folder, { recursive: true });
  openLedgerEntry(ledger, { folder }, GONE);
  await writeFile(path.join(ledger, 'torn.json'), '{"schema":1,');
  const report = await sweep(ledger);
  expect(report).toMatchObject({ folders: [], processes: [] });
  expect(report.problems.sort()).toEqual([
    expect.stringContaining('a folder that is not ours'),
    expect.stringContaining('torn.json: not an entry'),
  ]);
  expect(existsSync(folder)).toBe(true);
});

test('a missing ledger holds nothing', async ({ ledger }) => {
  expect(await sweep(ledger)).toEqual({ processes: [], folders: [], kept: 0, problems: [] });
});

test('tells a process by its start time where only the wall clock is known', async ({ sleeper }) => {
  const pid = sleeper();
  const now = Date.now();
  expect(await isRunning({ pid, started: `ms:${now}` })).toBe(true);
  expect(await isRunning({ pid, started: `ms:${now - 60_000}` })).toBe(false);
  expect(await isRunning({ pid: GONE.pid, started: `ms:${now}` })).toBe(false);
});
