import renderer from 'diff2html/lib/side-by-side-renderer.js';
import { LineType, type DiffFile, type DiffLine } from 'diff2html/lib/types.js';
import type { Line } from '../model/types.js';
import { lineText } from '../model/cut-lines.js';

/** One row of the side-by-side table: the index of the removed line, of the added line, or both. */
export type RowPair = [removed: number | undefined, added: number | undefined];

/** From this many comparisons on, lines are paired in order: likeness costs the square of what is compared. */
const MOST_COMPARISONS = 256;
const LONGEST_COMPARED = 200;

interface RenderedLine {
  lineNumber?: number;
}

/**
 * Pairs removed with added lines by diff2html's matching. Its renderer makes two tables; handed a template that only
 * notes each line's number, it yields their rows, and row i of the left zipped with row i of the right is one table.
 */
export function pairLines(removed: readonly Line[], added: readonly Line[]): RowPair[] {
  const rendered: RenderedLine[] = [];
  const templates = {
    render: (_namespace: string, view: string, line: RenderedLine): string => {
      if (view === 'line') rendered.push(line);
      return '';
    },
  };
  const config = {
    matching: 'lines',
    matchingMaxComparisons: MOST_COMPARISONS,
    maxLineSizeInBlockForComparison: LONGEST_COMPARED,
    maxLineLengthHighlight: 0,
  } as const;
  new renderer.default(templates as never, config).generateFileHtml(asFile(removed, added));
  const index = (line: RenderedLine | undefined): number | undefined => (line?.lineNumber === undefined ? undefined : line.lineNumber - 1);
  return Array.from({ length: rendered.length / 2 }, (_, row): RowPair => [index(rendered[2 * row]), index(rendered[2 * row + 1])]);
}

/** Whether pairing may add rows beyond the longer side. */
export function isPairedByLikeness(removed: readonly Line[], added: readonly Line[]): boolean {
  return removed.length * added.length < MOST_COMPARISONS;
}

function asFile(removed: readonly Line[], added: readonly Line[]): DiffFile {
  const lines: DiffLine[] = [
    ...removed.map((line, index): DiffLine => ({
      type: LineType.DELETE,
      oldNumber: index + 1,
      newNumber: undefined,
      content: `-${lineText(line)}`,
    })),
    ...added.map((line, index): DiffLine => ({
      type: LineType.INSERT,
      oldNumber: undefined,
      newNumber: index + 1,
      content: `+${lineText(line)}`,
    })),
  ];
  return {
    oldName: '',
    newName: '',
    addedLines: added.length,
    deletedLines: removed.length,
    isCombined: false,
    isGitDiff: false,
    language: '',
    blocks: [{ oldStartLine: 1, newStartLine: 1, header: '', lines }],
  };
}
