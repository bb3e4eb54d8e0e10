import { applyOverride } from '../replay/override.js';
import { AcpError } from '../errors/acp-error.js';
import { cassetteOf, lengthsOf } from './cassette.js';
import { entriesOf, type CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { readOverride } from './override.js';
import { requestsOf } from './requests.js';

/** Drift that no replay can serve: a request of a place the replay source does not have, or an entry nobody asks for. */
export const requestPlace: Guard = {
  name: 'request-place',
  asks: 'The expected requests have one record for each entry of the replay source, and no other.',
  check: ({ scenarios }) => scenarios.filter(({ header }) => header && header.seam !== 'none').flatMap(checkScenario),
};

function checkScenario(scenario: CorpusScenario): GuardFinding[] {
  const requests = requestsOf(scenario);
  const script = lanesOf(scenario);
  if (requests.length === 0 || !script) return [];
  const finding = (place: string, problem: string): GuardFinding => ({
    guard: 'request-place',
    scenario: scenario.name,
    place,
    problem,
    fix: `npx playwright test -g ${scenario.name} --update-snapshots; where replay refuses that, record the scenario again`,
  });
  const seen = new Set<string>();
  const strangers = requests.flatMap(({ line, path, record: { lane, place } }) => {
    const key = `${lane}/${place}`;
    const twice = seen.has(key);
    seen.add(key);
    if (!twice && place <= (script[lane - 1] ?? 0)) return [];
    const why = twice ? 'stands here a second time' : 'has no entry in the replay source';
    return [finding(at(path, line), `The request of lane ${lane}, place ${place} ${why}.`)];
  });
  if (strangers.length > 0) return strangers;
  const optional = new Set(scenario.header!.optionalLanes?.map(({ lane }) => lane));
  return script.flatMap((length, index) => {
    const place = Array.from({ length }).findIndex((_, at) => !seen.has(`${index + 1}/${at + 1}`));
    if (place === -1 || optional.has(index + 1)) return [];
    return [finding(requests[0]!.path, `No request is expected for lane ${index + 1}, place ${place + 1} of the replay source.`)];
  });
}

/** How many places each lane of the replay source has; undefined where it cannot be read. */
function lanesOf(scenario: CorpusScenario): number[] | undefined {
  if (scenario.header!.seam === 'provider') {
    const found = cassetteOf(scenario);
    return found && lengthsOf(found.cassette);
  }
  return scriptOf(scenario)?.map(({ length }) => length);
}

/** The replay script; undefined where it cannot be read, which other guards tell. */
function scriptOf(scenario: CorpusScenario): ReturnType<typeof applyOverride> | undefined {
  const script = entriesOf(scenario)?.map(({ entries }) => entries.map(({ entry }) => entry));
  const override = scenario.header?.overridden ? readOverride(scenario) : undefined;
  try {
    return override && script ? applyOverride(script, override) : script;
  } catch (error) {
    if (error instanceof AcpError) return undefined;
    throw error;
  }
}
