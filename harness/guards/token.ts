import type { CorpusFile, CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';

const NUMBERED = /^\{\{([a-z][a-z-]*)#(\d+)\}\}$/;

/**
 * Ids are numbered first-seen, so each token of a file stands for one id: a number that was skipped or comes early is
 * one that nothing gave out. Only values that are a token as a whole are looked at, because a model may write anything.
 */
export const token: Guard = {
  name: 'token',
  asks: 'Every token of an expected file stands for one value: ids are numbered first-seen without a gap, and {{system}} and {{tools}} have a class that holds them.',
  check: ({ scenarios }) =>
    scenarios.flatMap((scenario) =>
      [...scenario.files.values()].flatMap((file) => [...checkNumbers(file, scenario), ...checkBulkTokens(file, scenario)]),
    ),
};

function checkNumbers(file: CorpusFile, scenario: CorpusScenario): GuardFinding[] {
  // The logs of a run share one table, so that only the first can be told by itself; requests have one table per lane.
  if (!file.records || !/^(?:transcript|session|requests)\.expected\.jsonl$/.test(file.name)) return [];
  const seen = new Map<string, number>();
  for (const { value, line } of file.records) {
    const scope = file.name === 'requests.expected.jsonl' ? `${String((value as { lane?: unknown }).lane)} ` : '';
    for (const text of strings(value)) {
      const match = NUMBERED.exec(text);
      if (!match) continue;
      const [kind, number] = [scope + match[1]!, Number(match[2])];
      const last = seen.get(kind) ?? 0;
      if (number > last + 1)
        return [
          {
            guard: 'token',
            scenario: scenario.name,
            place: at(file.path, line),
            problem: `${text} stands here, but nothing before it is {{${match[1]}#${last + 1}}}.`,
            fix: `remove the file and npx playwright test -g ${scenario.name} --update-snapshots`,
          },
        ];
      seen.set(kind, Math.max(last, number));
    }
  }
  return [];
}

function checkBulkTokens(file: CorpusFile, scenario: CorpusScenario): GuardFinding[] {
  if (file.name !== 'requests.expected.jsonl' || !scenario.header || scenario.header.headerClass !== undefined) return [];
  const found = file.records?.find(({ value }) => {
    const request = (value as { request?: { system?: unknown; tools?: unknown } }).request;
    return request?.system === '{{system}}' || request?.tools === '{{tools}}';
  });
  if (!found) return [];
  return [
    {
      guard: 'token',
      scenario: scenario.name,
      place: at(file.path, found.line),
      problem: '{{system}} or {{tools}} stands here, and the scenario has no header class whose pin would say what for.',
      fix: 'write "headerClass" in the header of input.jsonl, or refresh the scenario',
    },
  ];
}

function* strings(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* strings(inner);
}
