import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/index.js';
import { referenceAgent } from '../../../harness/profiles/index.js';
import { parseSessionLog } from '../../../harness/replay/index.js';
import { recordScenario } from '../../../harness/run/index.js';
import { loadScenario, scenarioNames } from '../../../harness/scenario/index.js';
import { sessionLogSurface } from '../../../harness/surfaces/index.js';
import { startLiveProvider, type LiveProvider } from '../../live-provider/start.js';

const root = resolve(import.meta.dirname, '../../..');
const snapshots = join(root, 'tests/snapshots');

const test = base.extend<{ folder: string }, { live: LiveProvider }>({
  live: [
    async ({}, use) => {
      const live = await startLiveProvider();
      await use(live);
      await live.stop();
    },
    { scope: 'worker' },
  ],
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'again-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** Every file of a scenario directory as it counts: logs normalized, client rows and the provenance of the input left out. */
async function normalizedFiles(dir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files[path.slice(dir.length + 1)] = await readFile(path, 'utf8');
  }
  const logs = Object.keys(files)
    .filter((name) => /^session(\.\d+)?\.jsonl$/.test(name))
    .sort();
  const named = logs.map((name) => ({ name, log: parseSessionLog(files[name]!, name) }));
  const bindings = { cwd: [], home: [], tmp: [] };
  for (const { name, text } of sessionLogSurface(named, { scenario: basename(dir), bindings, counts: createCounts() })) files[name] = text;
  for (const name of logs) delete files[name];
  // What the client sent is context, never compared: where its rows stand beside what the agent sent unasked is a race.
  files['transcript.expected.jsonl'] = files['transcript.expected.jsonl']!.replaceAll(/^\{"from":"client".*\n/gm, '');
  const [header, ...steps] = files['input.jsonl']!.split('\n');
  const { provenance, ...declared } = JSON.parse(header!) as { provenance?: { kind: string } };
  files['input.jsonl'] = [JSON.stringify({ ...declared, kind: provenance?.kind }), ...steps].join('\n');
  return files;
}

for (const name of await scenarioNames(snapshots)) {
  test(`${name} is recorded again with equal normalized files`, async ({ live, folder }) => {
    await cp(join(snapshots, name), join(folder, name), { recursive: true });
    if (name !== 'text-turn') await cp(join(snapshots, 'text-turn'), join(folder, 'text-turn'), { recursive: true });
    const scenario = await loadScenario(join(folder, name), { forRecord: true });
    const before = await readFile(join(folder, name, 'input.jsonl'), 'utf8');
    const recording = await recordScenario(scenario, referenceAgent, {
      overwrite: true,
      tool: 'playwright-acp',
      now: new Date(),
      placeholders: { package: root, root, node: process.execPath },
      environment: { ...process.env, ...live.environment },
    });
    expect(recording.notes).toEqual([]);
    expect(await readFile(join(folder, name, 'input.jsonl'), 'utf8')).not.toBe(before);
    expect(await normalizedFiles(join(folder, name))).toEqual(await normalizedFiles(join(snapshots, name)));
  });
}
