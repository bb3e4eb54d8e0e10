import { diffRecords, splitLines, type RecordPair } from '../../harness/diff/index.js';
import { cutLinePairs } from './cut-lines.js';
import type { Budget } from './limits.js';
import { prettyLines } from './pretty.js';
import { readRecord, type ReportRecord } from './record.js';
import { pushEqual } from './equal-run.js';
import type { EqualSegment, PairSegment, RecordText } from './types.js';

type Segment = EqualSegment<RecordText> | PairSegment;

/** Diff of two JSONL texts, record by record. An absent side holds no record. */
export function recordSegments(
  expected: string | undefined,
  actual: string | undefined,
  budget: Budget,
): { segments: Segment[]; cut?: string } {
  const old = splitLines(expected ?? '').map(readRecord);
  const fresh = splitLines(actual ?? '').map(readRecord);
  const pairs = diffRecords(old, fresh, { text: (record) => record.raw, kind: (record) => record.kind });
  const segments: Segment[] = [];
  for (let at = 0; at < pairs.length;) {
    const pair = pairs[at]!;
    if (pair.kind === 'equal') {
      const count = equalCount(pairs, at);
      const texts = Array.from({ length: count }, (_, step) => shorten(old[pair.expected + step]!.raw, budget));
      pushEqual(segments, { expected: pair.expected + 1, actual: pair.actual + 1, texts, size: recordSize }, budget);
      at += count;
    } else {
      const segment = pairSegment(pair, old, fresh, budget);
      if (budget.changed <= 0) return { segments, cut: leftOut(pairs, at) };
      budget.changed -= recordSize(segment.old) + recordSize(segment.new);
      segments.push(segment);
      at++;
    }
  }
  return { segments };
}

function equalCount(pairs: RecordPair[], from: number): number {
  let to = from;
  while (pairs[to]?.kind === 'equal') to++;
  return to - from;
}

function pairSegment(pair: RecordPair, old: ReportRecord[], fresh: ReportRecord[], budget: Budget): PairSegment {
  const left = pair.expected === undefined ? undefined : old[pair.expected];
  const right = pair.actual === undefined ? undefined : fresh[pair.actual];
  const context = (left?.context ?? true) && (right?.context ?? true);
  const texts = shortenPair(left?.raw, right?.raw, budget);
  return {
    kind: 'pair',
    change: context ? 'context' : pair.kind === 'equal' ? 'changed' : pair.kind,
    label: (right ?? left)?.label ?? '',
    ...(pair.expected !== undefined && { expected: pair.expected + 1, old: texts.old }),
    ...(pair.actual !== undefined && { actual: pair.actual + 1, new: texts.new }),
  };
}

function shorten(raw: string, budget: Budget): RecordText {
  return raw.length <= budget.limits.record ? raw : shortenPair(raw, undefined, budget).old;
}

/** Records that are too long are kept as printed lines, each cut to what differs. */
function shortenPair(old: string | undefined, fresh: string | undefined, budget: Budget): { old: RecordText; new: RecordText } {
  const { limits } = budget;
  if ((old?.length ?? 0) <= limits.record && (fresh?.length ?? 0) <= limits.record) return { old: old ?? '', new: fresh ?? '' };
  const lines = cutLinePairs(old === undefined ? [] : prettyLines(old), fresh === undefined ? [] : prettyLines(fresh), limits.line);
  const most = Math.max(20, Math.ceil(limits.record / 20));
  return {
    old: { lines: lines.expected.slice(0, most), left: Math.max(0, lines.expected.length - most) },
    new: { lines: lines.actual.slice(0, most), left: Math.max(0, lines.actual.length - most) },
  };
}

function recordSize(record: RecordText | undefined): number {
  if (record === undefined) return 0;
  return typeof record === 'string'
    ? record.length
    : record.lines.reduce((sum, line) => sum + (typeof line === 'string' ? line.length : line.text.length), 0);
}

function leftOut(pairs: RecordPair[], from: number): string {
  const more = pairs.slice(from).filter((pair) => pair.kind !== 'equal').length;
  return `${more.toLocaleString('en')} more changed records are not in this page; the comparison counted them all.`;
}
