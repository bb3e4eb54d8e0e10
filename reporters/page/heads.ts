import type { Change } from '../../harness/schema/index.js';
import { labelOf } from '../model/record.js';
import { copyButton } from './copy.js';
import { h, plural } from './dom.js';
import type { Unit } from './unit.js';

type RecordUnit = Extract<Unit, { kind: 'record' }>;
type FoldUnit = Extract<Unit, { kind: 'fold' }>;
type FileUnit = Extract<Unit, { kind: 'file' }>;

const WORDS = { changed: 'changed', removed: 'removed', added: 'added', context: 'from the client, not compared', equal: 'equal' };

export interface RecordPlace {
  /** Address of the record in this page. */
  link: string;
  /** The scenario's directory. */
  directory: string;
  /** It was given by a run that broke, and compared with nothing. */
  captured: boolean;
}

/** The row above a record: its line, what it is, what changed in it. */
export function recordRow(unit: RecordUnit, columns: number, { link, directory, captured }: RecordPlace): HTMLTableRowElement {
  const label = unit.label || (typeof unit.text === 'string' ? labelOf(unit.text) : 'record');
  const moved = unit.fields.find((field) => field.kind === 'order' && field.path === '' && unit.change !== 'changed');
  const lines =
    unit.expected !== undefined && unit.actual !== undefined && unit.expected !== unit.actual
      ? `${unit.expected} → ${unit.actual}`
      : String(unit.actual ?? unit.expected);
  const paths = unit.fields.filter((field) => field.path !== '').slice(0, 3);
  const more = unit.fields.length - paths.length;
  const quiet = unit.change === 'equal' || unit.change === 'context';
  return h(
    'tr',
    { class: `rec ${unit.change}`, 'data-record': unit.id, tabindex: -1 },
    h(
      'th',
      { colspan: columns, scope: 'rowgroup' },
      h(
        'div',
        { class: 'recbar' },
        h('span', { class: 'ord', title: 'line in the file' }, lines),
        h('b', {}, label),
        !captured && h('span', { class: `kind ${unit.change}` }, moved ? movedWords(unit.change, moved) : WORDS[unit.change]),
        ...paths.flatMap((field) => [h('code', { class: 'path' }, field.path), h('span', { class: 'why' }, field.kind)]),
        more > 0 && paths.length > 0 && h('span', { class: 'why' }, `and ${more} more`),
        !quiet &&
          h(
            'span',
            { class: 'copies' },
            copyButton('copy path', () => `${directory}/${unit.file}:${unit.actual ?? unit.expected}`, 'bare'),
            copyButton('copy link', () => new URL(link, location.href).href, 'bare'),
          ),
      ),
    ),
  );
}

/** The row in place of an equal run, with what opens it. */
export function foldRow(
  unit: FoldUnit,
  columns: number,
  open: (where: 'head' | 'tail' | 'all') => void,
  step: number,
): HTMLTableRowElement {
  const what = plural(unit.hidden, `equal ${unit.noun}`);
  const button = (label: string, where: 'head' | 'tail' | 'all'): HTMLButtonElement =>
    h('button', { type: 'button', class: 'bare', onclick: () => open(where) }, label);
  const buttons = [];
  if (unit.hidden <= step && (unit.moreHead || unit.moreTail)) buttons.push(button('show', 'all'));
  else {
    if (unit.moreHead) buttons.push(button(`first ${step}`, 'head'));
    if (unit.moreTail) buttons.push(button(`last ${step}`, 'tail'));
  }
  const gone = !unit.moreHead && !unit.moreTail && h('span', {}, 'not in this page');
  return h('tr', { class: 'fold' }, h('td', { colspan: columns }, h('div', { class: 'foldbar' }, h('span', {}, what), gone, ...buttons)));
}

export function fileRow({ file }: FileUnit, columns: number, directory: string): HTMLTableRowElement {
  const size = (count: number | undefined): string =>
    count === undefined ? 'absent' : plural(count, file.kind === 'binary' ? 'byte' : 'character');
  const sizes = file.expectedSize === file.actualSize ? size(file.actualSize) : `${size(file.expectedSize)} → ${size(file.actualSize)}`;
  return h(
    'tr',
    { class: 'file' },
    h(
      'th',
      { colspan: columns, scope: 'rowgroup' },
      h(
        'div',
        { class: 'recbar' },
        h('b', {}, file.name),
        h('span', { class: `kind ${file.status}` }, file.status === 'captured' ? 'until the run broke' : file.status),
        h('span', { class: 'why' }, sizes),
        h(
          'span',
          { class: 'copies' },
          copyButton('copy path', () => `${directory}/${file.name}`, 'bare'),
        ),
      ),
    ),
  );
}

export function noteRow(text: string, columns: number): HTMLTableRowElement {
  return h('tr', { class: 'note' }, h('td', { colspan: columns }, text));
}

/** A record that stands elsewhere on the other side. */
function movedWords(change: RecordUnit['change'], { expectedRecord, actualRecord }: Change): string {
  return change === 'removed' ? `moved to line ${actualRecord}` : `moved here from line ${expectedRecord}`;
}
