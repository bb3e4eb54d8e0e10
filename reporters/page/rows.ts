import { diffWords } from '../../harness/diff/index.js';
import { lineText } from '../model/cut-lines.js';
import type { Line } from '../model/types.js';
import { h, type Child } from './dom.js';
import { isPairedByLikeness, pairLines } from './pairing.js';
import type { Unit } from './unit.js';

type ChangeUnit = Extract<Unit, { kind: 'change' }>;
type EqualUnit = Extract<Unit, { kind: 'equal' }>;

/** Characters of both lines up to which words are marked. */
const WORD_BUDGET = 12_000;
/** Lines with less than this share in common are new lines: marks in them would be noise. */
const LEAST_ALIKE = 0.3;

export function splitEqual({ old, new: fresh, line }: EqualUnit): HTMLTableRowElement[] {
  return [h('tr', {}, gutter(old), code(line), gutter(fresh), code(line))];
}

export function splitChange(unit: ChangeUnit): HTMLTableRowElement[] {
  return pairs(unit).map(([i, j]) => {
    const [left, right] = marked(unit, i, j);
    return h(
      'tr',
      {},
      ...side(unit, 'del', i === undefined ? undefined : unit.old + i, left),
      ...side(unit, 'ins', j === undefined ? undefined : unit.new + j, right),
    );
  });
}

export function unifiedEqual({ old, new: fresh, line }: EqualUnit): HTMLTableRowElement[] {
  return [h('tr', {}, gutter(old), gutter(fresh), code(line))];
}

export function unifiedChange(unit: ChangeUnit): HTMLTableRowElement[] {
  const removed: HTMLTableRowElement[] = [];
  const added: HTMLTableRowElement[] = [];
  for (const [i, j] of pairs(unit)) {
    const [left, right] = marked(unit, i, j);
    if (i !== undefined)
      removed.push(h('tr', {}, gutter(unit.old + i, tone(unit, 'del')), gutter(undefined, tone(unit, 'del')), content(unit, 'del', left)));
    if (j !== undefined)
      added.push(h('tr', {}, gutter(undefined, tone(unit, 'ins')), gutter(unit.new + j, tone(unit, 'ins')), content(unit, 'ins', right)));
  }
  return [...removed, ...added];
}

function pairs({ removed, added }: ChangeUnit): ReturnType<typeof pairLines> {
  if (isPairedByLikeness(removed, added) && removed.length > 0 && added.length > 0) return pairLines(removed, added);
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, row) => [
    row < removed.length ? row : undefined,
    row < added.length ? row : undefined,
  ]);
}

function side(unit: ChangeUnit, kind: 'del' | 'ins', number: number | undefined, children: Child[]): HTMLTableCellElement[] {
  if (number === undefined) return [h('td', { class: 'g none' }), h('td', { class: 'none' })];
  return [gutter(number, tone(unit, kind)), content(unit, kind, children)];
}

function content(unit: ChangeUnit, kind: 'del' | 'ins', children: Child[]): HTMLTableCellElement {
  return h('td', { class: `c ${tone(unit, kind)}` }, h(unit.quiet ? 'span' : kind, {}, ...children));
}

function tone({ quiet }: ChangeUnit, kind: 'del' | 'ins'): string {
  return quiet ? 'quiet' : kind;
}

function gutter(number: number | undefined, tone = ''): HTMLTableCellElement {
  return h('td', { class: `g ${tone}` }, number);
}

function code(line: Line): HTMLTableCellElement {
  return h('td', { class: 'c' }, ...lineChildren(line, [lineText(line)]));
}

/** Both lines of a row with their changed words marked. */
function marked({ removed, added }: ChangeUnit, i: number | undefined, j: number | undefined): [Child[], Child[]] {
  const old = i === undefined ? undefined : removed[i]!;
  const fresh = j === undefined ? undefined : added[j]!;
  if (old === undefined || fresh === undefined)
    return [old === undefined ? [] : lineChildren(old, [lineText(old)]), fresh === undefined ? [] : lineChildren(fresh, [lineText(fresh)])];
  const [left, right] = wordMarks(lineText(old), lineText(fresh));
  return [lineChildren(old, left), lineChildren(fresh, right)];
}

/** The two texts in pieces, what differs in `mark` elements. */
export function wordMarks(old: string, fresh: string): [Child[], Child[]] {
  const parts = diffWords(old, fresh, WORD_BUDGET);
  const common = parts.reduce((sum, part) => sum + (part.kind === 'equal' ? part.text.trim().length : 0), 0);
  if (common < LEAST_ALIKE * Math.max(old.trim().length, fresh.trim().length)) return [[old], [fresh]];
  const pick = (kind: 'removed' | 'added'): Child[] =>
    parts.flatMap((part): Child[] => (part.kind === 'equal' ? [part.text] : part.kind === kind ? [h('mark', {}, part.text)] : []));
  return [pick('removed'), pick('added')];
}

function lineChildren(line: Line, children: Child[]): Child[] {
  if (typeof line === 'string') return children;
  const gap = (count: number): Child =>
    count > 0 ? h('span', { class: 'cut' }, `… ${count.toLocaleString('en')} characters not shown …`) : undefined;
  return [gap(line.before), ...children, gap(line.after)];
}
