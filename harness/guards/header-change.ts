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
  const first = requests[0]?.record.request;
  const changed = requests.find(({ record: { request } }) => {
    // What equals the pin is bulk in the wrong place, no change.
    const system = request.system === pin?.system ? '{{system}}' : request.system;
    const tools = JSON.stringify(request.tools) === pin?.tools ? '{{tools}}' : request.tools;
    if (scenario.header!.headerClass !== undefined) return system !== '{{system}}' || tools !== '{{tools}}';
    return system !== first!.system || JSON.stringify(tools) !== JSON.stringify(first!.tools);
  });
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
