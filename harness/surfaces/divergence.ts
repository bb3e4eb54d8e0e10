import type { Change } from '../schema/index.js';

/**
 * The first change of a surface in one line, for messages; undefined where nothing changed.
 *
 * @example
 * firstDivergence(comparison);
 * // 'transcript.expected.jsonl record 7 (tool_call {{call#2}}), turn 1, strand tool:{{call#2}}, field $.frame.params.update.title: "Read a.txt" → "Read b.txt"'
 */
export function firstDivergence({ changes }: { readonly changes: readonly Change[] }): string | undefined {
  const [change] = changes;
  return change && describeChange(change);
}

/** One change in one line. Long values are cut. */
export function describeChange({ kind, file, expectedRecord, actualRecord, label, place, path, expected, actual }: Change): string {
  const record = expectedRecord ?? actualRecord;
  const where = `${file}${record === undefined ? '' : ` record ${record}`} (${label})${place === undefined ? '' : `, ${place}`}${fieldText(path, place)}`;
  if (kind === 'order' && actualRecord !== undefined && expectedRecord !== actualRecord) return `${where}: moved to record ${actualRecord}`;
  if (expected === undefined) return `${where}: added ${short(actual)}`.trimEnd();
  if (actual === undefined) return `${where}: removed ${short(expected)}`.trimEnd();
  return `${where}: ${short(expected)} → ${short(actual)}`;
}

const fieldText = (path: string, place: string | undefined): string =>
  path === '' ? '' : place === undefined ? ` ${path}` : `, field ${path}`;

const LONGEST = 120;

function short(text: string | undefined): string {
  if (text === undefined) return '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
