import type { CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { classesOf, SIDECARS } from './pins.js';

/** A header class has one pin, and the pin holds its files. */
export const pin: Guard = {
  name: 'pin',
  asks: 'Each header class has exactly one pin, and the pin holds the system prompt and the tool schemas.',
  check: (corpus) => [...classesOf(corpus)].flatMap(([headerClass, scenarios]) => checkClass(headerClass, scenarios)),
};

function checkClass(headerClass: string, scenarios: readonly CorpusScenario[]): GuardFinding[] {
  const pins = scenarios.filter(({ header }) => header!.pin);
  const [first] = pins;
  if (!first)
    return [
      {
        guard: 'pin',
        scenario: scenarios[0]!.name,
        place: place(scenarios[0]!),
        problem: `No scenario pins header class "${headerClass}", which ${scenarios.length === 1 ? 'one scenario names' : `${scenarios.length} scenarios name`}.`,
        fix: 'write "pin":true in the header of one of them and refresh or record it',
      },
    ];
  if (pins.length > 1)
    return [
      {
        guard: 'pin',
        place: place(pins[1]!),
        problem: `${pins.length} scenarios pin header class "${headerClass}": ${pins.map(({ name }) => name).join(', ')}.`,
        fix: 'keep "pin":true in one of them',
      },
    ];
  return missing(first, headerClass);
}

/** Where a class made no model call yet, its pin has nothing to hold. */
function missing({ name, path, files, header }: CorpusScenario, headerClass: string): GuardFinding[] {
  if (header!.seam === 'none' || !files.has('requests.expected.jsonl')) return [];
  return SIDECARS.filter((sidecar) => !files.has(sidecar)).map((sidecar) => ({
    guard: 'pin',
    scenario: name,
    place: `${path}/${sidecar}`,
    problem: `The pin of header class "${headerClass}" lacks this file.`,
    fix: `npx playwright test -g ${name} --update-snapshots`,
  }));
}

const place = ({ path }: CorpusScenario): string => at(`${path}/input.jsonl`, 1);
