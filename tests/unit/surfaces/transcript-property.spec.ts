import { expect, test } from '@playwright/test';
import { causalEssence, stateEssence } from './essence.js';
import { observe, seeded } from './legal-runs.js';
import { mutate, randomJourney } from './random-journeys.js';
import { transcript } from './wire.js';

const SEED = Number(process.env['ACP_PROPERTY_SEED'] ?? 20_261_130);
const JOURNEYS = 300;
const RUNS = 3;
const MUTANTS = 4;

for (const [mode, essence] of [
  ['causal', causalEssence],
  ['state', stateEssence],
] as const)
  test(`${mode}: legal runs of a random journey give the same bytes, runs of a changed one others`, () => {
    const count = { runs: 0, orders: 0, mutants: 0, told: 0, equal: 0 };
    for (let index = 0; index < JOURNEYS; index++) {
      const seed = SEED + index;
      const random = seeded(seed);
      const journey = randomJourney(random);
      const seen = new Set<string>();
      const formOf = (of: typeof journey): string => {
        const frames = observe(of, random);
        count.runs++;
        seen.add(frames.map(({ raw }) => raw).join('\n'));
        return transcript(frames, mode);
      };
      const form = formOf(journey);
      for (let run = 1; run < RUNS; run++) expect(formOf(journey), `seed ${seed}: another legal run`).toBe(form);
      for (let mutant = 0; mutant < MUTANTS; mutant++) {
        const changed = structuredClone(journey);
        mutate(changed, random);
        const isOther = essence(changed) !== essence(journey);
        count.mutants++;
        count[isOther ? 'told' : 'equal']++;
        expect(formOf(changed) === form, `seed ${seed}, mutant ${mutant}: ${isOther ? 'not told apart' : 'told apart'}`).toBe(!isOther);
      }
      count.orders += seen.size;
    }
    console.log(
      `${mode}: seed ${SEED}, ${JOURNEYS} journeys, ${count.runs} runs (${count.orders} different as sent), ${count.mutants} changes, ${count.told} with a meaning and caught, ${count.equal} without and equal`,
    );
  });
