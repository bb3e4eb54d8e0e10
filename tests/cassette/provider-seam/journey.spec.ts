import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { compareRun, neverAccept, refreshFiles } from '../../../harness/run/index.js';
import { foreignAgent } from '../../foreign-agents/profiles.js';
import { author, record, run, test } from './support.js';

for (const speaks of ['chat', 'anthropic'] as const) {
  test(`an agent that speaks ${speaks} is recorded on the wire, and replays without a key`, async ({ folder, live }) => {
    const profile = foreignAgent(speaks, { TITLE_CALLS: '1' });
    const dir = await author(folder, profile);
    const { notes, files } = await record(dir, profile, live.environment);
    expect(notes).toEqual([]);
    expect(files).toEqual([
      'input.jsonl',
      'outcome.expected.json',
      'provider-replay.jsonl',
      'requests.expected.jsonl',
      'session.expected.jsonl',
      'transcript.expected.jsonl',
      'workspace.expected/report.txt',
    ]);
    expect(await readdir(dir)).toContain('provider-replay.jsonl');
    for (const name of files) expect(await readFile(join(dir, name), 'utf8')).not.toContain(live.environment['API_KEY']);

    const replayed = await run(dir, profile);
    expect(neverAccept(replayed)).toEqual([]);
    expect(compareRun(replayed).filter(({ status }) => status !== 'matched' && status !== 'skipped')).toEqual([]);
    expect(refreshFiles(replayed).write.size).toBe(0);
    const requests = replayed.surfaces.find(({ surface }) => surface === 'requests')!;
    expect(requests.normalized.map(({ name }) => name)).toEqual(expect.arrayContaining(['date at system', 'cwd']));
  });

  test(`an edit of the prompt of the agent that speaks ${speaks} is a drift that names its path; refresh takes it`, async ({
    folder,
    live,
  }) => {
    const dir = await author(folder, foreignAgent(speaks));
    await record(dir, foreignAgent(speaks), live.environment);
    const changed = foreignAgent(speaks, { CHANGED: ' Be brief.' });
    const { replayProblems } = await run(dir, changed);
    expect(replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_DRIFT']);
    expect(JSON.stringify(replayProblems[0]!.facts)).toContain('$.system');

    const refreshed = await run(dir, changed, 'refresh');
    expect([...refreshFiles(refreshed).write.keys()]).toEqual(['requests.expected.jsonl']);
  });

  test(`what fails and is tried again replays as it was for the agent that speaks ${speaks}`, async ({ folder, live }) => {
    const profile = foreignAgent(speaks);
    const dir = await author(folder, profile, [{ op: 'prompt', text: 'Try again where it fails.' }], { name: `retried-${speaks}` });
    await record(dir, profile, live.environment);
    const cassette = (await readFile(join(dir, 'provider-replay.jsonl'), 'utf8')).trim().split('\n').slice(1);
    expect(cassette.map((line) => (JSON.parse(line) as { reply: { status: number } }).reply.status)).toEqual([429, 529, 200]);
    expect(neverAccept(await run(dir, profile))).toEqual([]);
  });
}
