import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { describeCorpus, runGuards } from '../../../harness/guards/index.js';
import { refreshFiles } from '../../../harness/run/index.js';
import { readCorpus, writeExpected } from '../../../harness/scenario/index.js';
import { foreignAgent } from '../../foreign-agents/profiles.js';
import { author, record, run, test } from './support.js';

const CANARY = 'a phrase of this machine alone';

for (const speaks of ['chat', 'anthropic'] as const) {
  test(`a recording of the agent that speaks ${speaks} has no finding; a secret split over its deltas is one`, async ({ folder, live }) => {
    const profile = foreignAgent(speaks);
    const dir = await author(folder, profile);
    await record(dir, profile, live.environment);
    const findings = async () =>
      runGuards(await readCorpus(folder, 'shots'), {
        profiles: new Map([[profile.name, profile.normalizers ?? []]]),
        secrets: { canaries: [CANARY], variables: new Map([[CANARY, 'GREETING']]) },
        now: Date.now(),
      });
    expect(await findings()).toEqual([]);

    const file = join(dir, 'provider-replay.jsonl');
    const text = await readFile(file, 'utf8');
    // Each delta of a text gets a piece of the secret.
    const pieces = CANARY.match(/.{1,8}/g)!;
    const pattern =
      speaks === 'chat' ? /(\\"content\\":\\")[^"\\]+(?=\\")/g : /(\\"type\\":\\"text_delta\\",\\"text\\":\\")[^"\\]+(?=\\")/g;
    let at = 0;
    const planted = text.replaceAll(pattern, (whole, before: string) => (at < pieces.length ? before + pieces[at++]! : whole));
    expect(at, 'there are deltas enough').toBe(pieces.length);
    expect(planted).not.toContain(CANARY);
    await writeFile(file, planted);
    const found = (await findings()).filter(({ guard }) => guard === 'secret');
    expect(found.map(({ place }) => place)).toEqual([expect.stringMatching(/^shots\/journey\/provider-replay\.jsonl:\d+$/)]);
    expect(found[0]!.problem).toContain('$GREETING');
  });

  test(`how far the requests of the agent that speaks ${speaks} have drifted from the recorded ones is told`, async ({ folder, live }) => {
    const dir = await author(folder, foreignAgent(speaks));
    await record(dir, foreignAgent(speaks), live.environment);
    const drift = async () => describeCorpus(await readCorpus(folder, 'shots'), { secrets: { canaries: [] }, now: Date.now() }).drift;
    expect(await drift()).toEqual([]);
    const refreshed = await run(dir, foreignAgent(speaks, { CHANGED: ' Be brief.' }), 'refresh');
    writeExpected(refreshed.scenario, refreshFiles(refreshed).write);
    expect(await drift()).toEqual([{ scenario: 'journey', file: 'requests.expected.jsonl', records: 4, of: 4 }]);
  });
}
