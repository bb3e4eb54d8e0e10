import { createCounts } from '../normalize/index.js';
import { sessionLogSurface } from '../surfaces/index.js';
import { logsOf, type CorpusScenario } from './corpus.js';
import type { GuardFinding } from './finding.js';
import { normalizersOf, type Guard, type GuardContext } from './guard.js';

/** An expected log that says what the recorded one says: refresh would have removed it. */
export const obsoleteFile: Guard = {
  name: 'obsolete-file',
  asks: 'session.expected.jsonl stands only where the log has moved on from its recording.',
  check: ({ scenarios }, context) => scenarios.flatMap((scenario) => checkScenario(scenario, context)),
};

function checkScenario(scenario: CorpusScenario, context: GuardContext): GuardFinding[] {
  const normalized = normalizedLogs(scenario, context);
  return [...normalized].flatMap(([name, text]) => {
    const file = scenario.files.get(name);
    if (!file || file.text !== text) return [];
    return [
      {
        guard: 'obsolete-file',
        scenario: scenario.name,
        place: file.path,
        problem: 'The expected log equals the recorded one, normalized.',
        fix: 'remove it',
        edit: { path: file.path },
      },
    ];
  });
}

/** What the recorded logs of a scenario expect, by the name of the expected file; empty where none stands, or a log cannot be read. */
export function normalizedLogs(scenario: CorpusScenario, context: GuardContext): ReadonlyMap<string, string> {
  const logs = logsOf(scenario);
  const { header, name } = scenario;
  const stands = [...scenario.files.keys()].some((file) => /^session(?:\.\d+)?\.expected\.jsonl$/.test(file));
  if (!stands || !header || header.seam === 'provider' || logs.length === 0 || logs.some(({ log }) => !log)) return new Map();
  const files = sessionLogSurface(
    logs.map((file) => ({ name: file.name, log: file.log!.parsed })),
    { scenario: name, normalizers: normalizersOf(scenario, context), counts: createCounts(), bindings: { cwd: [], home: [], tmp: [] } },
  );
  return new Map(files.map((file) => [file.name, file.text]));
}
