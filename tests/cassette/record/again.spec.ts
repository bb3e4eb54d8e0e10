import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { CASSETTE_FILE, createRecordedChooser, parseCassette, type Cassette } from '../../../harness/cassette/index.js';
import { createCounts } from '../../../harness/normalize/index.js';
import { referenceAgent } from '../../../harness/profiles/index.js';
import { parseSessionLog } from '../../../harness/replay/index.js';
import { recordScenario } from '../../../harness/run/index.js';
import { loadScenario, peekHeaders } from '../../../harness/scenario/index.js';
import { sessionLogSurface } from '../../../harness/surfaces/index.js';
import { foreignAgents } from '../../foreign-agents/profiles.js';
import { startLiveProvider, startWireProvider, type LiveProvider } from '../../live-provider/start.js';

const root = resolve(import.meta.dirname, '../../..');
const snapshots = join(root, 'tests/snapshots');

const profiles = new Map([referenceAgent, ...foreignAgents].map((profile) => [profile.name, profile]));

const test = base.extend<{ folder: string }, { live: Pick<LiveProvider, 'environment'> }>({
  live: [
    async ({}, use) => {
      const model = await startLiveProvider();
      const wire = await startWireProvider(join(root, 'tests/foreign-agents/replies.json'));
      await use({ environment: { ...model.environment, ...wire.environment, API_KEY: wire.environment['LIVE_KEY']! } });
      await Promise.all([model.stop(), wire.stop()]);
    },
    { scope: 'worker' },
  ],
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'again-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** Every file of a scenario directory as it counts: logs normalized, client rows, provenance and the live provider's bytes left out. */
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
  // A live provider cuts and names otherwise in each run. How many answers of which status in which lane stays.
  if (files[CASSETTE_FILE]) {
    const cassette = parseCassette(files[CASSETTE_FILE], CASSETTE_FILE);
    for (const [number, id] of [...createRecordedChooser(cassette.exchanges).minted].entries())
      files['requests.expected.jsonl'] = files['requests.expected.jsonl']!.replaceAll(id, `call ${number}`);
    files[CASSETTE_FILE] = skeletonOf(cassette);
  }
  const [header, ...steps] = files['input.jsonl']!.split('\n');
  const { provenance, ...declared } = JSON.parse(header!) as { provenance?: { kind: string } };
  files['input.jsonl'] = [JSON.stringify({ ...declared, kind: provenance?.kind }), ...steps].join('\n');
  return files;
}

function skeletonOf({ exchanges, plain, authored }: Cassette): string {
  const answers = exchanges.map(({ lane, place, reply: { status, headers, finish, end } }) => ({
    lane,
    place,
    status,
    headers,
    finish,
    end,
  }));
  return JSON.stringify({ answers, plain: plain.length, authored });
}

const headers = await peekHeaders(snapshots);

for (const { name, header } of headers) {
  test(`${name} is recorded again with equal normalized files`, async ({ live, folder }) => {
    const pin = headers.find((other) => other.header?.['pin'] === true && other.header['headerClass'] === header?.['headerClass'])?.name;
    for (const each of new Set([name, pin ?? name])) await cp(join(snapshots, each), join(folder, each), { recursive: true });
    const scenario = await loadScenario(join(folder, name), { forRecord: true });
    const before = await readFile(join(folder, name, 'input.jsonl'), 'utf8');
    const recording = await recordScenario(scenario, profiles.get(scenario.header.agent)!, {
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
