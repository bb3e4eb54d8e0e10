import { logsOf, type Corpus, type CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { pinsOf, sidecarsOf } from './pins.js';
import { requestsOf } from './requests.js';

/** The full prompt or schemas where a token belongs: an edit of the prompt would have to change this file too. */
export const bulk: Guard = {
  name: 'bulk',
  asks: 'Outside of the two files of a pin, {{system}} and {{tools}} stand for the system prompt and the tool schemas.',
  check: (corpus) => corpus.scenarios.flatMap((scenario) => [...inLogs(scenario), ...inRequests(scenario, corpus)]),
};

const finding = (scenario: CorpusScenario, place: string, what: string, fix: string): GuardFinding => ({
  guard: 'bulk',
  scenario: scenario.name,
  place,
  problem: `The ${what} in full, where a token belongs.`,
  fix,
});

function inLogs(scenario: CorpusScenario): GuardFinding[] {
  return logsOf(scenario).flatMap(({ records, path }) =>
    (records ?? []).flatMap(({ value, line }) => {
      const { type, data } = value as { type?: unknown; data?: { header?: { system?: unknown; tools?: unknown } } };
      const header = type === 'request/header' ? data?.header : undefined;
      const what = [
        ...(header && 'system' in header && header.system !== '{{system}}' ? ['system prompt'] : []),
        ...(header && 'tools' in header && header.tools !== '{{tools}}' ? ['tool schemas'] : []),
      ];
      if (what.length === 0) return [];
      return [finding(scenario, at(path, line), what.join(' and '), `npx playwright-acp record ${scenario.name} --overwrite`)];
    }),
  );
}

/** What equals the class's pin; anything else is a header that changed. */
function inRequests(scenario: CorpusScenario, corpus: Corpus): GuardFinding[] {
  const pin = pinOf(scenario, corpus);
  if (!pin) return [];
  return requestsOf(scenario).flatMap(({ line, path, record: { request } }) => {
    const what = [
      ...(request.system === pin.system ? ['system prompt'] : []),
      ...(JSON.stringify(request.tools) === pin.tools ? ['tool schemas'] : []),
    ];
    if (what.length === 0) return [];
    return [finding(scenario, at(path, line), what.join(' and '), `npx playwright test -g ${scenario.name} --update-snapshots`)];
  });
}

/** The files of the one pin of a scenario's class; the tools as compact JSON. */
export function pinOf({ header }: CorpusScenario, corpus: Corpus): { system: string; tools: string } | undefined {
  const pins = pinsOf(corpus).filter((pin) => header?.headerClass !== undefined && pin.header!.headerClass === header.headerClass);
  const sidecars = pins.length === 1 ? sidecarsOf(pins[0]!) : undefined;
  try {
    return sidecars && { system: sidecars.system, tools: JSON.stringify(JSON.parse(sidecars.tools)) };
  } catch {
    return undefined;
  }
}
