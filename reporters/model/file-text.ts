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
      segments.push(...changedLines(cut, op, added, budget));
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
): [LinesSegment] {
  const segment: LinesSegment = {
    kind: 'lines',
    expected: op.expected + 1,
    actual: op.actual + 1,
    removed: keep(op.kind === 'removed' ? cut.expected.slice(op.expected, op.expected + op.count) : [], budget),
    added: keep(added ? cut.actual.slice(added.actual, added.actual + added.count) : [], budget),
  };
  return [segment];
}

function keep(lines: Line[], budget: Budget): Line[] {
  const kept: Line[] = [];
  for (const line of lines) {
    if (budget.changed <= 0) {
      kept.push(`… ${(lines.length - kept.length).toLocaleString('en')} more lines are not in this page`);
      break;
    }
    budget.changed -= lineSize(line);
    kept.push(line);
  }
  return kept;
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
