import { findSecrets, scanFile, scanSecrets } from '../redact/index.js';
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
  const variables = new Map<string, string | undefined>();
  const found = scanSecrets(text, secrets).map(({ rule, place, variable }) => ({ key: `${lineOf(place)} ${rule}`, variable }));
  for (const { key, variable } of [...found, ...joined(file, secrets)]) variables.set(key, variables.get(key) ?? variable);
  return [...variables].map(([key, variable]) => {
    const [line, rule] = key.split(' ') as [string, string];
    const value = variable === undefined ? '' : `: the value of $${variable}`;
    return {
      guard: 'secret',
      scenario: scenario.name,
      place: at(file.path, Number(line)),
      problem: `The file holds a secret (rule "${rule}"${value}).`,
      fix:
        variable === undefined
          ? 'revoke it where it was issued, then record the scenario again; it stays in the history of the repository'
          : `where it is a secret, revoke it and record the scenario again; where it is a word like any other, unset ${variable} for this command`,
    };
  });
}

const lineOf = (place: string): number => Number(/line (\d+)/.exec(place)![1]);

/** Secrets that only show once the deltas of a block, or the pieces of a message, are read as one text. */
function joined(file: CorpusFile, secrets: GuardContext['secrets']): { key: string; variable?: string | undefined }[] {
  const records = file.records ?? [];
  if (/^session(?:\.\d+)?(?:\.expected)?\.jsonl$/.test(file.name)) {
    const rows = records.slice(1).map(({ value }) => value as LogRow);
    const seen = new Set<string>();
    const whole = rewriteRows(rows, (text) => {
      const found = findSecrets(text, secrets);
      for (const { variable } of found) if (variable !== undefined) seen.add(variable);
      return found;
    });
    const variable = seen.size === 1 ? [...seen][0] : undefined;
    const single = rows.map((row) => replaceInStrings(row, (text) => replaceInText(text, (part) => findSecrets(part, secrets))));
    return whole.flatMap((row, index) =>
      rulesOf(row, single[index]).map((rule) => ({
        key: `${records[index + 1]!.line} ${rule}`,
        ...(rule === 'canary' && { variable }),
      })),
    );
  }
  // A reply's deltas stand in the events of one record.
  if (file.name === CASSETTE)
    return scanFile('', file.text ?? '', secrets).map(({ rule, place, variable }) => ({ key: `${lineOf(place)} ${rule}`, variable }));
  return records.flatMap(({ value, line }) => {
    const pieces = (value as { pieces?: unknown } | null)?.pieces;
    if (!Array.isArray(pieces)) return [];
    return findSecrets(pieces.join(''), secrets).map(({ rule, variable }) => ({ key: `${line} ${rule}`, variable }));
  });
}

const CASSETTE = 'provider-replay.jsonl';
const REDACTED = /\[redacted:([a-z-]+)\]/g;

/** Rules that were applied to the joined text and not to the record by itself. */
function rulesOf(whole: unknown, single: unknown): string[] {
  const [all, known] = [whole, single].map((row) => [...JSON.stringify(row).matchAll(REDACTED)].map((match) => match[1]!));
  return [...new Set(all!.filter((rule) => !known!.includes(rule)))];
}
