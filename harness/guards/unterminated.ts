import { applyOverride } from '../replay/override.js';
import { cassetteOf } from './cassette.js';
import { entriesOf, type CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { readOverride } from './override.js';

/** Every recorded call says how it ended, or an override does. */
export const unterminated: Guard = {
  name: 'unterminated',
  asks: 'Every call of a replay source ends: with a finish, in an aborted turn, or by an entry of the override.',
  check: ({ scenarios }) => [
    ...scenarios.filter(({ header }) => header?.seam === 'session').flatMap(checkScenario),
    ...scenarios.filter(({ header }) => header?.seam === 'provider').flatMap(checkCassette),
  ],
};

/** What the client or the network broke off was recorded as that; a stream that just stops says nothing. */
function checkCassette(scenario: CorpusScenario): GuardFinding[] {
  const found = cassetteOf(scenario);
  return (found?.cassette.exchanges ?? [])
    .filter(({ reply }) => reply.end === 'incomplete')
    .map((exchange) => ({
      guard: 'unterminated',
      scenario: scenario.name,
      place: at(found!.file.path, found!.cassette.lines.get(exchange)),
      problem: `The reply of lane ${exchange.lane}, place ${exchange.place} ends without the end of its dialect.`,
      fix: `npx playwright-acp record ${scenario.name} --overwrite`,
    }));
}

function checkScenario(scenario: CorpusScenario): GuardFinding[] {
  const lanes = entriesOf(scenario) ?? [];
  const standing = new Set(
    scriptOf(
      scenario,
      lanes.map(({ entries }) => entries.map(({ entry }) => entry)),
    ).flat(),
  );
  return lanes.flatMap(({ file, entries }) =>
    entries
      .filter(({ entry, unterminated: complaint }) => complaint && standing.has(entry))
      .map(({ entry, line }) => ({
        guard: 'unterminated',
        scenario: scenario.name,
        place: at(file.path, line),
        problem: `A model call of ${entry.chunks.length} chunks has no finish.`,
        fix: 'say in replay.override.json how it ended, and "overridden" in the header; or record the scenario again',
      })),
  );
}

/** The derived script as the override leaves it; one that does not fit is told by its own guard. */
function scriptOf(scenario: CorpusScenario, script: Parameters<typeof applyOverride>[0]): ReturnType<typeof applyOverride> {
  const override = scenario.header?.overridden && readOverride(scenario);
  try {
    return override ? applyOverride(script, override) : script.map((lane) => [...lane]);
  } catch {
    return [];
  }
}
