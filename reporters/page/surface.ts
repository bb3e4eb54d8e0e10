import type { SurfaceModel } from '../model/types.js';
import { SURFACE_TITLES } from '../../harness/schema/surface-names.js';
import { STATUS_TITLES } from '../model/status.js';
import { announce } from './copy.js';
import { h, plural } from './dom.js';
import { fieldRow, fieldUnits } from './fields.js';
import { fileRow, foldRow, noteRow, recordRow, type RecordPlace } from './heads.js';
import { splitChange, splitEqual, unifiedChange, unifiedEqual } from './rows.js';
import { nearest } from '../model/nearest.js';
import { pictureRow } from './pictures.js';
import { isStop, printed, unitId, type Fold, type Unit } from './unit.js';
import { FOLD_STEP, surfaceUnits, type View } from './units.js';
import { VirtualRows } from './virtual.js';

/** Units looked at for the width of an unwrapped table before they come into view. */
const MEASURED = 2_000;

export interface SurfaceOptions {
  view: View;
  wrap: boolean;
  /** The scenario's directory, for paths to copy. */
  directory: string;
  /** Address of a record in this page, for links. */
  link: (record: string) => string;
  /** Called as another change becomes the current one. */
  onStop: (record: string, position: number, count: number) => void;
}

/** The diff of one surface: a table drawn as it comes into view, and the way from change to change. */
export class SurfaceDiff {
  readonly element: HTMLElement;
  readonly #rows: VirtualRows<Unit>;
  readonly #folds = new Map<string, Fold>();
  readonly #columns: number;
  readonly #table: HTMLTableElement;
  #units: Unit[] = [];
  #stops: Unit[] = [];
  #current = -1;
  #placed = false;
  #longest = -1;

  constructor(
    private readonly surface: SurfaceModel,
    private readonly options: SurfaceOptions,
  ) {
    const { view, wrap } = options;
    this.#columns = view === 'unified' ? 3 : 4;
    const table = h('table', { class: `diff ${view}${wrap ? ' wrap' : ''}` }, caption(surface, view), columns(view), heading(view));
    this.#rows = new VirtualRows(table, this.#columns, (unit) => this.#draw(unit));
    this.element = h(
      'div',
      { class: 'diffbox', tabindex: 0, role: 'region', 'aria-label': `${SURFACE_TITLES[surface.surface]}: differences` },
      table,
    );
    this.#openWhereNothingChanged();
    this.#table = table;
    this.#show();
  }

  /** To be called once the element stands in the document: widths are measured. */
  placed(): void {
    if (this.options.wrap) return;
    this.#placed = true;
    this.#widen(printed(this.#units.slice(0, MEASURED)));
  }

  get stops(): number {
    return this.#stops.length;
  }

  /** Goes to the next (1) or previous (-1) change; false where there is none in that direction. */
  step(by: 1 | -1): boolean {
    const next = this.#current + by;
    if (next < 0 || next >= this.#stops.length) {
      announce(by > 0 ? 'No further change in this surface' : 'This is the first change of this surface');
      return false;
    }
    this.#goTo(next, true);
    return true;
  }

  /** Goes to the change a link names; to the nearest place where it is not a change. */
  reveal(record: string): void {
    const wanted = nearest(this.#stops.map(unitId), record);
    if (wanted !== -1) this.#goTo(wanted, true);
  }

  stop(): void {
    this.#rows.stop();
  }

  #goTo(index: number, focus: boolean): void {
    const unit = this.#stops[index]!;
    this.#current = index;
    const row = this.#rows.row(unit);
    this.element.querySelector('.current')?.classList.remove('current');
    row?.classList.add('current');
    row?.scrollIntoView({ block: 'center' });
    // Chunks above were guesses until the jump drew them: the second look is at their true height.
    requestAnimationFrame(() => requestAnimationFrame(() => row?.scrollIntoView({ block: 'center' })));
    if (focus) {
      row?.setAttribute('tabindex', '-1');
      row?.focus({ preventScroll: true });
    }
    this.options.onStop(unitId(unit) ?? '', index + 1, this.#stops.length);
  }

  #show(): void {
    const { view } = this.options;
    this.#units = view === 'fields' ? fieldUnits(this.surface) : surfaceUnits(this.surface, { raw: view === 'raw', folds: this.#folds });
    this.#stops = this.#units.filter(isStop);
    this.#rows.show(this.#units);
  }

  /** Without a change there is nothing to fold around: the first records stand open. */
  #openWhereNothingChanged(): void {
    if (this.surface.status === 'changed') return;
    // Of a run that broke, the end is what one looks for.
    const opened = this.surface.status === 'failed-to-run' ? { head: 0, tail: FOLD_STEP } : { head: FOLD_STEP, tail: 0 };
    for (const file of this.surface.files) this.#folds.set(`${file.name}/0`, opened);
  }

  #open(key: string, where: 'head' | 'tail' | 'all'): void {
    const fold = this.#folds.get(key) ?? { head: 0, tail: 0 };
    const opened = where === 'tail' ? { ...fold, tail: fold.tail + FOLD_STEP } : { ...fold, head: fold.head + FOLD_STEP };
    this.#folds.set(key, opened);
    const above = this.#idAbove(key);
    const before = this.#topOf(above);
    this.#show();
    // Heights above are guesses again: what stood over the fold stays where it was on the screen.
    const after = this.#topOf(above);
    if (before !== undefined && after !== undefined) window.scrollBy(0, after - before);
    announce('Shown');
  }

  /** The record that holds a fold or stands above it. */
  #idAbove(key: string): string | undefined {
    const at = this.#units.findIndex((unit) =>
      unit.kind === 'fold' ? unit.key === key : unit.kind === 'pair' && key.startsWith(`${unit.id}/`),
    );
    const unit = this.#units.slice(0, at + 1).findLast((one) => unitId(one) !== undefined);
    return unit && unitId(unit);
  }

  #topOf(id: string | undefined): number | undefined {
    const unit = id === undefined ? undefined : this.#units.find((one) => unitId(one) === id);
    return unit && this.#rows.row(unit)?.getBoundingClientRect().top;
  }

  /** Without wrapping, the table is as wide as the longest line met so far, and both sides scroll together. */
  #widen(units: Unit[]): void {
    const longest = Math.max(this.#longest, ...units.map(longestLine));
    if (!this.#placed || longest === this.#longest) return;
    this.#longest = longest;
    const sides = this.options.view === 'unified' ? 1 : 2;
    const width = Math.max(this.#table.parentElement?.clientWidth ?? 0, Math.min(30_000, sides * (longest * 7.6 + 80)));
    this.#table.setAttribute('width', String(width));
  }

  #placeOf(id: string): RecordPlace {
    const { link, directory } = this.options;
    return { link: link(id), directory, captured: this.surface.status === 'failed-to-run' };
  }

  #drawRecord(units: Unit[]): HTMLTableRowElement[] {
    this.#widen(units);
    return units.flatMap((unit) => this.#draw(unit));
  }

  #draw(unit: Unit): HTMLTableRowElement[] {
    const unified = this.options.view === 'unified';
    switch (unit.kind) {
      case 'file':
        return [fileRow(unit, this.#columns, this.options.directory)];
      case 'record':
        return [recordRow(unit, this.#columns, this.#placeOf(unit.id))];
      case 'picture':
        return [pictureRow(unit.file, this.#columns)];
      case 'pair':
        return this.#drawRecord(unit.units());
      case 'fold':
        return [foldRow(unit, this.#columns, (where) => this.#open(unit.key, where), FOLD_STEP)];
      case 'equal':
        return unified ? unifiedEqual(unit) : splitEqual(unit);
      case 'change':
        return unified ? unifiedChange(unit) : splitChange(unit);
      case 'field':
        return [fieldRow(unit)];
      default:
        return [noteRow(unit.text, this.#columns)];
    }
  }
}

function caption(surface: SurfaceModel, view: View): HTMLTableCaptionElement {
  return h(
    'caption',
    { class: 'offscreen' },
    `${SURFACE_TITLES[surface.surface]}, ${STATUS_TITLES[surface.status]}, ${view === 'fields' ? 'changed fields' : 'expected and actual'}, ${plural(surface.files.length, 'file')}`,
  );
}

function columns(view: View): HTMLTableColElement {
  const names =
    view === 'unified' ? ['num', 'num', 'text'] : view === 'fields' ? ['path', 'val', 'val', 'kindcol'] : ['num', 'text', 'num', 'text'];
  return h('colgroup', {}, ...names.map((name) => h('col', { class: name })));
}

function heading(view: View): HTMLTableSectionElement {
  const cell = (text: string, span = 1): HTMLTableCellElement => h('th', { scope: 'col', colspan: span }, text);
  const number = (side: string): HTMLTableCellElement =>
    h('th', { scope: 'col', class: 'g' }, h('span', { class: 'offscreen' }, `${side} line`));
  if (view === 'fields') return h('thead', {}, h('tr', {}, cell('Field'), cell('Expected'), cell('Actual'), cell('Change')));
  if (view === 'unified') return h('thead', { class: 'offscreen' }, h('tr', {}, number('expected'), number('actual'), cell('Text')));
  return h('thead', {}, h('tr', {}, number('expected'), cell('Expected'), number('actual'), cell('Actual')));
}

function longestLine(unit: Unit): number {
  const lines = unit.kind === 'equal' ? [unit.line] : unit.kind === 'change' ? [...unit.removed, ...unit.added] : [];
  return lines.reduce((longest, line) => Math.max(longest, typeof line === 'string' ? line.length : line.text.length + 80), 0);
}
