import type { Corpus, CorpusScenario } from './corpus.js';

export const SIDECARS = ['system-prompt.expected.md', 'tool-schemas.expected.json'] as const;

/** The scenarios that pin a header class. */
export function pinsOf({ scenarios }: Corpus): CorpusScenario[] {
  return scenarios.filter(({ header }) => header?.pin === true);
}

/** The scenarios of each header class, in name order. */
export function classesOf({ scenarios }: Corpus): Map<string, CorpusScenario[]> {
  const classes = new Map<string, CorpusScenario[]>();
  for (const scenario of scenarios) {
    const name = scenario.header?.headerClass;
    if (name !== undefined) classes.set(name, [...(classes.get(name) ?? []), scenario]);
  }
  return classes;
}

/** Both files of a pin; undefined where one is missing or no text. */
export function sidecarsOf({ files }: CorpusScenario): { system: string; tools: string } | undefined {
  const [system, tools] = SIDECARS.map((name) => files.get(name)?.text);
  return system === undefined || tools === undefined ? undefined : { system, tools };
}
