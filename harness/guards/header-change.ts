import type { AnyRequest } from '../schema/index.js';
import type { Corpus, CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { pinOf } from './bulk.js';
import { requestsOf } from './requests.js';

/** A system prompt or tool schemas that are not those of the conversation's first call. */
export const headerChange: Guard = {
  name: 'header-change',
  asks: 'System prompt and tool schemas stay the same in a run, unless the header says "headerChanges" and why.',
  check: (corpus) =>
    corpus.scenarios.flatMap((scenario) => (scenario.header && !scenario.header.headerChanges ? checkScenario(scenario, corpus) : [])),
};

function checkScenario(scenario: CorpusScenario, corpus: Corpus): GuardFinding[] {
  const requests = requestsOf(scenario);
  const pin = pinOf(scenario, corpus);
  // What equals the pin is bulk in the wrong place, no change.
  const shown = ({ system, tools }: AnyRequest): string =>
    JSON.stringify([system === pin?.system ? '{{system}}' : system, JSON.stringify(tools) === pin?.tools ? '{{tools}}' : tools]);
  // On the wire a title or a helper is a conversation of its own, with a prompt of its own.
  const isWire = scenario.header!.seam === 'provider';
  const began = (lane: number): string => {
    if (!isWire && scenario.header!.headerClass !== undefined) return '["{{system}}","{{tools}}"]';
    return shown(requests.find(({ record }) => !isWire || record.lane === lane)!.record.request);
  };
  const changed = requests.find(({ record: { lane, request } }) => shown(request) !== began(lane));
  if (!changed) return [];
  const { lane, place } = changed.record;
  return [
    {
      guard: 'header-change',
      scenario: scenario.name,
      place: at(changed.path, changed.line),
      problem: `Call ${place} of lane ${lane} has another system prompt or other tool schemas than the run began with.`,
      fix: 'write "headerChanges":{"reason":…} in the header of input.jsonl, if the agent means it',
    },
  ];
}
