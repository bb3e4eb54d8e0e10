import type { Change } from '../../harness/schema/index.js';
import type { SurfaceModel } from '../model/types.js';
import { copyButton } from './copy.js';
import { h, type Child } from './dom.js';
import { wordMarks } from './rows.js';
import type { Unit } from './unit.js';

/** One row per changed field, under its record. */
export function fieldUnits({ changes, changeCounts }: SurfaceModel): Unit[] {
  const total = Object.values(changeCounts).reduce((sum, count) => sum + count, 0);
  const units: Unit[] = changes.map((change, index) => ({
    kind: 'field',
    change,
    first: !sameRecord(change, changes[index - 1]),
    weight: 1.6,
  }));
  if (total > changes.length)
    units.push({
      kind: 'note',
      text: `${(total - changes.length).toLocaleString('en')} more changes were counted and are not listed.`,
      weight: 1.6,
    });
  if (units.length === 0) units.push({ kind: 'note', text: 'No field changed.', weight: 1.6 });
  return units;
}

export function fieldRow({ change, first }: Extract<Unit, { kind: 'field' }>): HTMLTableRowElement {
  const both = change.expected !== undefined && change.actual !== undefined;
  const [old, fresh]: [Child[], Child[]] = both ? wordMarks(change.expected!, change.actual!) : [[change.expected], [change.actual]];
  const line = change.actualRecord ?? change.expectedRecord;
  return h(
    'tr',
    { class: first ? 'field first' : 'field' },
    h(
      'th',
      { scope: 'row' },
      first && h('span', { class: 'fieldrec' }, line !== undefined && h('span', { class: 'ord' }, line), change.label),
      h('code', { class: 'path' }, change.path || 'whole record'),
      change.path !== '' && copyButton('copy path', () => change.path, 'bare'),
    ),
    value('del', change.expected, old),
    value('ins', change.actual, fresh),
    h('td', { class: 'why' }, change.kind),
  );
}

function value(kind: 'del' | 'ins', text: string | undefined, children: Child[]): HTMLTableCellElement {
  if (text === undefined) return h('td', { class: 'none' }, h('span', { class: 'offscreen' }, 'absent'));
  return h('td', { class: `c ${kind}` }, h(kind, {}, ...children));
}

function sameRecord(a: Change, b: Change | undefined): boolean {
  return b !== undefined && a.file === b.file && a.actualRecord === b.actualRecord && a.expectedRecord === b.expectedRecord;
}
