import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { recordScenario, runScenario, type Recording, type Run, type RunMode } from '../../../harness/run/index.js';
import { loadScenario } from '../../../harness/scenario/index.js';
import type { AgentProfile } from '../../../harness/schema/index.js';
import { startWireProvider, type LiveProvider } from '../../live-provider/start.js';

export const root = resolve(import.meta.dirname, '../../..');
const placeholders = { package: root, root, node: process.execPath };

/** A folder of scenarios, and a live provider in a process of its own. */
export const test = base.extend<{ folder: string }, { live: LiveProvider }>({
  live: [
    async ({}, use) => {
      const live = await startWireProvider(join(root, 'tests/foreign-agents/replies.json'));
      await use({ ...live, environment: { ...live.environment, API_KEY: live.environment['LIVE_KEY']! } });
      await live.stop();
    },
    { scope: 'worker' },
  ],
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'provider-seam-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

export const JOURNEY = [
  { op: 'prompt', text: 'Write the report.', wait: false },
  { op: 'answer_permission', option: 'allow_once' },
  { op: 'wait_for', response: true },
  { op: 'prompt', text: 'What does the report say?' },
];

/** Writes what an author writes. */
export async function author(
  folder: string,
  profile: AgentProfile,
  steps: readonly object[] = JOURNEY,
  { name = 'journey', cassette, header }: { name?: string; cassette?: readonly object[]; header?: object } = {},
): Promise<string> {
  const dir = join(folder, name);
  await mkdir(dir, { recursive: true });
  const input = { type: 'fixture', fixture: 'input', schema: 1, scenario: name, description: 'A journey.', agent: profile.name };
  await writeFile(
    join(dir, 'input.jsonl'),
    lines([{ ...input, seam: 'provider', ...header }, { op: 'initialize' }, { op: 'new_session' }, ...steps]),
  );
  const first = { type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: name };
  if (cassette) await writeFile(join(dir, 'provider-replay.jsonl'), lines([first, ...cassette]));
  return dir;
}

const lines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

export async function record(dir: string, profile: AgentProfile, environment: Record<string, string> = {}): Promise<Recording> {
  return recordScenario(await loadScenario(dir, { forRecord: true }), profile, {
    placeholders,
    environment: { ...process.env, ...environment },
    tool: 'playwright-acp',
    now: new Date(),
  });
}

export async function run(dir: string, profile: AgentProfile, runMode: RunMode = 'replay'): Promise<Run> {
  return runScenario(await loadScenario(dir), profile, { runMode, placeholders, environment: process.env });
}
