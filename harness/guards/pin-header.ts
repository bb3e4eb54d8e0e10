import { requestsHeader } from '../schema/index.js';
import type { CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';
import { REQUESTS_FILE } from './requests.js';

/**
 * Tokenized requests were generated under the class that the scenario names now. That their bytes are those of the pin
 * is proven by every replay: system prompt and tool schemas are surfaces, also where another scenario pins them.
 */
export const pinHeader: Guard = {
  name: 'pin-header',
  asks: 'The expected requests were generated under the header class that the scenario names.',
  check: ({ scenarios }) => scenarios.flatMap(checkScenario),
};

function checkScenario(scenario: CorpusScenario): GuardFinding[] {
  const file = scenario.files.get(REQUESTS_FILE);
  const first = file?.records?.[0];
  const generated = requestsHeader.safeParse(first?.value);
  if (!scenario.header || !file || !first || !generated.success) return [];
  const { headerClass } = scenario.header;
  if (generated.data.headerClass === headerClass) return [];
  // Without a class the token guard tells what stands for nothing.
  if (headerClass === undefined) return [];
  return [
    {
      guard: 'pin-header',
      scenario: scenario.name,
      place: at(file.path, first.line),
      problem: `The requests were generated under ${named(generated.data.headerClass)}, the scenario names "${headerClass}".`,
      fix: `npx playwright test -g ${scenario.name} --update-snapshots`,
    },
  ];
}

const named = (headerClass: string | undefined): string =>
  headerClass === undefined ? 'no header class' : `header class "${headerClass}"`;
