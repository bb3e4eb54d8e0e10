import { findSecrets, scanSecrets } from '../redact/index.js';
import { replaceInStrings, replaceInText } from '../replay/pieces.js';
import { rewriteRows, type LogRow } from '../replay/rewrite-log.js';
import type { CorpusFile, CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard, GuardContext } from './guard.js';

/** Rule and place, never the value. */
export const secret: Guard = {
  name: 'secret',
  asks: 'No file holds a secret: by its shape or by its value, in plain text, JSON-escaped, or split over several pieces.',
  check: ({ scenarios }, context) =>
    scenarios.flatMap((scenario) => [...scenario.files.values()].flatMap((file) => checkFile(file, scenario, context))),
};

function checkFile(file: CorpusFile, scenario: CorpusScenario, { secrets }: GuardContext): GuardFinding[] {
  const text = file.text ?? new TextDecoder().decode(file.bytes);
  const places = new Set(scanSecrets(text, secrets).map(({ rule, place }) => `${lineOf(place)} ${rule}`));
  for (const found of joined(file, secrets)) places.add(found);
  return [...places].map((found) => {
    const [line, rule] = found.split(' ') as [string, string];
    return {
      guard: 'secret',
      scenario: scenario.name,
      place: at(file.path, Number(line)),
      problem: `The file holds a secret (rule "${rule}").`,
      fix: 'revoke it where it was issued, then record the scenario again; it stays in the history of the repository',
    };
  });
}

const lineOf = (place: string): number => Number(/line (\d+)/.exec(place)![1]);

/** Secrets that only show once the deltas of a block, or the pieces of a message, are read as one text. */
function joined(file: CorpusFile, secrets: GuardContext['secrets']): string[] {
  const records = file.records ?? [];
  if (/^session(?:\.\d+)?(?:\.expected)?\.jsonl$/.test(file.name)) {
    const rows = records.slice(1).map(({ value }) => value as LogRow);
    const whole = rewriteRows(rows, (text) => findSecrets(text, secrets));
    const single = rows.map((row) => replaceInStrings(row, (text) => replaceInText(text, (part) => findSecrets(part, secrets))));
    return whole.flatMap((row, index) => rulesOf(row, single[index]).map((rule) => `${records[index + 1]!.line} ${rule}`));
  }
  return records.flatMap(({ value, line }) => {
    const pieces = (value as { pieces?: unknown } | null)?.pieces;
    if (!Array.isArray(pieces)) return [];
    return findSecrets(pieces.join(''), secrets).map(({ rule }) => `${line} ${rule}`);
  });
}

const REDACTED = /\[redacted:([a-z-]+)\]/g;

/** Rules that were applied to the joined text and not to the record by itself. */
function rulesOf(whole: unknown, single: unknown): string[] {
  const [all, known] = [whole, single].map((row) => [...JSON.stringify(row).matchAll(REDACTED)].map((match) => match[1]!));
  return [...new Set(all!.filter((rule) => !known!.includes(rule)))];
}
