import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mutateScenario, proveScenario } from '../../../harness/run/index.js';
import { loadScenario } from '../../../harness/scenario/index.js';
import { foreignAgent } from '../../foreign-agents/profiles.js';
import { author, record, root, test } from './support.js';

const options = { placeholders: { package: root, root, node: process.execPath }, environment: process.env };

for (const speaks of ['chat', 'anthropic'] as const) {
  test(`every change of a run of the agent that speaks ${speaks} is noticed, of what it captured and of what the model said`, async ({
    folder,
    live,
  }) => {
    test.setTimeout(180_000);
    const profile = foreignAgent(speaks, { TITLE_CALLS: '1' });
    const dir = await author(folder, profile);
    await record(dir, profile, live.environment);
    const before = await readFile(join(dir, 'provider-replay.jsonl'), 'utf8');
    const report = await mutateScenario(await loadScenario(dir), profile, { ...options, seed: 1, full: true, concurrency: 2 });
    const { leaves, semantic, volatile, source, flagged, sourceSurvivors } = report;
    console.log(
      `${speaks}: leaves ${leaves}, semantic ${semantic.caught}/${semantic.tried} caught, volatile ${volatile.flagged}/${volatile.tried} flagged, source ${source.caught}/${source.tried} caught`,
    );
    expect([semantic.survivors, flagged, sourceSurvivors]).toEqual([[], [], []]);
    expect(semantic.tried).toBeGreaterThan(100);
    expect(source.tried).toBeGreaterThan(5);
    expect(await readFile(join(dir, 'provider-replay.jsonl'), 'utf8')).toBe(before);
  });

  test(`nothing of a run of the agent that speaks ${speaks} fails by chance, and nothing is hidden without need`, async ({
    folder,
    live,
  }) => {
    test.setTimeout(180_000);
    const profile = foreignAgent(speaks);
    const dir = await author(folder, profile);
    await record(dir, profile, live.environment);
    const { flakes, fields, sources } = await proveScenario(await loadScenario(dir), profile, options);
    expect(flakes).toEqual([]);
    const isPossible = (source: keyof typeof sources) => !('impossible' in sources[source]);
    expect(fields.filter((field) => !field.varied && field.sources.length > 0 && field.sources.every(isPossible))).toEqual([]);
    expect(isPossible('port')).toBe(true);
  });
}
