import { diffLines, splitLines } from '../../harness/diff/index.js';
import { cutLinePairs, lineText } from './cut-lines.js';
import { pushEqual } from './equal-run.js';
import type { Budget } from './limits.js';
import { prettyLines } from './pretty.js';
import type { EqualSegment, Line, LinesSegment } from './types.js';

type Segment = EqualSegment<Line> | LinesSegment;

/** Shown behind a last line without its line end, so that a lost newline can be seen. */
export const NO_NEWLINE = '\\ no newline at the end of the file';

/** Diff of two texts, line by line. An absent side holds no line. */
export function textSegments(
  name: string,
  expected: string | undefined,
  actual: string | undefined,
  budget: Budget,
): { segments: Segment[]; cut?: string } {
  const [old, fresh] = [readLines(name, expected), readLines(name, actual)];
  const ops = diffLines(old, fresh);
  const cut = cutLinePairs(old, fresh, budget.limits.line);
  const segments: Segment[] = [];
  for (const [at, op] of ops.entries()) {
    if (op.kind === 'equal') {
      pushEqual(
        segments,
        {
          expected: op.expected + 1,
          actual: op.actual + 1,
          texts: cut.expected.slice(op.expected, op.expected + op.count),
          size: lineSize,
        },
        budget,
      );
    } else if (op.kind === 'removed' || ops[at - 1]?.kind !== 'removed') {
      if (budget.changed <= 0) return { segments, cut: 'Further changed lines are not in this page; the comparison counted them all.' };
      const added = op.kind === 'added' ? op : ops[at + 1]?.kind === 'added' ? ops[at + 1] : undefined;
      segments.push(changedLines(cut, op, added, budget));
    }
  }
  return { segments };
}

type Run = { expected: number; actual: number; count: number };

function changedLines(
  cut: { expected: Line[]; actual: Line[] },
  op: Run & { kind: string },
  added: Run | undefined,
  budget: Budget,
): LinesSegment {
  const removed = op.kind === 'removed' ? cut.expected.slice(op.expected, op.expected + op.count) : [];
  const fresh = added ? cut.actual.slice(added.actual, added.actual + added.count) : [];
  // Half for each side, so that a long old text never leaves no room for the new one.
  const old = keep(removed, fresh.length > 0 ? budget.changed / 2 : budget.changed);
  budget.changed -= old.size;
  const shown = keep(fresh, budget.changed);
  budget.changed -= shown.size;
  return { kind: 'lines', expected: op.expected + 1, actual: op.actual + 1, removed: old.lines, added: shown.lines };
}

function keep(lines: Line[], room: number): { lines: Line[]; size: number } {
  const kept: Line[] = [];
  let size = 0;
  for (const line of lines) {
    if (size >= room) {
      kept.push(`… ${(lines.length - kept.length).toLocaleString('en')} more lines are not in this page`);
      break;
    }
    size += lineSize(line);
    kept.push(line);
  }
  return { lines: kept, size };
}

function readLines(name: string, text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const lines = splitLines(text);
  if (lines.length === 1 && name.endsWith('.json')) return prettyLines(text);
  const last = lines.at(-1)!;
  const shown = lines.map((line) => line.replace(/\n$/, ''));
  if (!last.endsWith('\n')) shown.push(NO_NEWLINE);
  return shown;
}

function lineSize(line: Line): number {
  return lineText(line).length + 1;
}
