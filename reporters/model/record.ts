import { recordKind, recordLabel } from '../../harness/surfaces/record-label.js';

/** A parsed line of a JSONL file, as far as the report looks into it. */
export interface ReportRecord {
  raw: string;
  label: string;
  /** Rows of the client in a transcript: kept as context, never compared. */
  context: boolean;
  /** What it is: only records of one kind stand side by side. */
  kind: string;
}

/** Reads one line of an expected file. A line that is no JSON object is kept as it is. */
export function readRecord(raw: string): ReportRecord {
  const value = parse(raw);
  const label = recordLabel(value);
  const context = typeof value === 'object' && value !== null && (value as { from?: unknown }).from === 'client';
  return { raw, label, context, kind: `${context ? 'client ' : ''}${recordKind(label)}` };
}

/** What a record is, from its raw line. */
export function labelOf(raw: string): string {
  return recordLabel(parse(raw));
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
