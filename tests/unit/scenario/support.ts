import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { AcpError } from '../../../harness/errors/index.js';

export { expect };

/** Each test works in a real temporary folder that stands for a scenario folder. */
export const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-scenario-test-')));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

export const LOG = [
  { type: 'session', version: 0, id: 's-1', createdAt: 1, cwd: '{{cwd}}', delegationDepth: 0 },
  { type: 'turn/start', seq: 0, time: 1, data: { turn: 1 } },
  { type: 'assistant/chunk', seq: 1, time: 2, data: { turn: 1, step: 1, chunk: { type: 'finish', reason: { kind: 'stop' } } } },
  { type: 'turn/end', seq: 2, time: 3, data: { turn: 1 } },
];

export const jsonl = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const header = (name: string, more: object = {}) => ({
  type: 'fixture',
  fixture: 'input',
  schema: 1,
  scenario: name,
  description: 'A test.',
  agent: 'stand-in',
  seam: 'session',
  ...more,
});

export const STEPS = [{ op: 'initialize' }, { op: 'new_session' }, { op: 'prompt', text: 'hi' }];

export const input = (name: string, more: object = {}, steps: readonly object[] = STEPS) => jsonl(header(name, more), ...steps);

/** Writes files into `<folder>/<name>`; a valid scenario unless `files` says otherwise. `undefined` leaves a file out. */
export async function scenario(folder: string, name: string, files: Record<string, string | Uint8Array | undefined> = {}): Promise<string> {
  for (const [file, text] of Object.entries({ 'input.jsonl': input(name), 'session.jsonl': jsonl(...LOG), ...files })) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, name, file)), { recursive: true });
    await writeFile(join(folder, name, file), text);
  }
  return join(folder, name);
}

/** Every file below a folder with its text. */
export async function tree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.sort().map(async (file) => [relative(folder, file), await readFile(file, 'utf8')])));
}

/** The problem a promise is rejected with: its code, and its whole text for what it names. */
export async function problemOf(promise: Promise<unknown>): Promise<{ code: string; text: string }> {
  const error = await promise.then(
    () => expect.soft(undefined, 'it has to be refused').toBeDefined(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AcpError);
  return { code: (error as AcpError).code, text: (error as AcpError).message };
}
