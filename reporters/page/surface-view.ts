import type { Change } from '../../harness/schema/index.js';
import { SURFACE_TITLES } from '../../harness/schema/surface-names.js';
import { formatRoute, type Route } from '../model/route.js';
import type { RunDetail, SurfaceModel } from '../model/types.js';
import { h, plural } from './dom.js';
import { wordMarks } from './rows.js';
import { settings, saveWrap } from './settings.js';
import { SurfaceDiff } from './surface.js';
import type { View } from './units.js';

const VIEWS: [view: View, title: string][] = [
  ['split', 'Side by side'],
  ['unified', 'Unified'],
  ['fields', 'Fields'],
  ['raw', 'Raw'],
];

/** A surface with its toolbar, its diff, and what was normalized and not compared in it. */
export class SurfaceView {
  readonly element: HTMLElement;
  #diff: SurfaceDiff | undefined;
  readonly #position = h('span', { class: 'position', role: 'status' });
  readonly #holder = h('div', { class: 'holder' });

  constructor(
    private readonly surface: SurfaceModel,
    private readonly detail: RunDetail,
    private readonly route: Route,
  ) {
    this.element = h(
      'section',
      { 'aria-label': SURFACE_TITLES[surface.surface] },
      this.#lead(),
      surface.files.length > 0 && this.#toolbar(),
      this.#holder,
      this.#below(),
    );
  }

  /** Draws the diff; once the view stands in the document, since widths are measured. */
  start(): void {
    if (this.surface.files.length === 0) return;
    this.#redraw();
    if (this.route.record) this.#diff?.reveal(this.route.record);
  }

  stop(): void {
    this.#diff?.stop();
  }

  step(by: 1 | -1): boolean {
    return this.#diff?.step(by) ?? false;
  }

  toggleWrap(): void {
    saveWrap(!settings().wrap);
    this.element.querySelector('.wraptoggle')?.setAttribute('aria-pressed', String(settings().wrap));
    this.#redraw();
  }

  setView(view: View): void {
    this.route.view = view;
    history.replaceState(null, '', formatRoute(this.route));
    for (const button of this.element.querySelectorAll('[data-view]'))
      button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === view));
    this.#redraw();
  }

  get #view(): View {
    const named = VIEWS.find(([view]) => view === this.route.view)?.[0];
    return named ?? (window.innerWidth < 720 ? 'unified' : 'split');
  }

  #redraw(): void {
    this.#diff?.stop();
    this.#diff = new SurfaceDiff(this.surface, {
      view: this.#view,
      wrap: settings().wrap,
      link: (record) => formatRoute({ ...this.route, record }),
      onStop: (record, position, count) => {
        this.#position.textContent = `${position} of ${count}`;
        history.replaceState(null, '', formatRoute({ ...this.route, record }));
      },
    });
    this.#holder.replaceChildren(this.#diff.element);
    this.#diff.placed();
    this.#position.textContent = this.#diff.stops === 0 ? '' : plural(this.#diff.stops, 'change');
  }

  #toolbar(): HTMLElement {
    const views = VIEWS.map(([view, title]) =>
      h(
        'button',
        { type: 'button', 'data-view': view, 'aria-pressed': String(view === this.#view), onclick: () => this.setView(view) },
        title,
      ),
    );
    const arrow = (by: 1 | -1, label: string, sign: string): HTMLElement =>
      h(
        'button',
        { type: 'button', class: 'step', 'aria-label': label, title: `${label} (${by > 0 ? 'n' : 'p'})`, onclick: () => this.step(by) },
        sign,
      );
    return h(
      'div',
      { class: 'viewbar' },
      h('div', { class: 'segmented', role: 'group', 'aria-label': 'View' }, ...views),
      h(
        'button',
        {
          type: 'button',
          class: 'wraptoggle toggle',
          'aria-pressed': String(settings().wrap),
          title: 'Wrap long lines (w)',
          onclick: () => this.toggleWrap(),
        },
        'Wrap',
      ),
      h('span', { class: 'grow' }),
      this.#position,
      arrow(-1, 'Previous change', '↑'),
      arrow(1, 'Next change', '↓'),
    );
  }

  /** The first divergence in one line, or why there is nothing to see. */
  #lead(): HTMLElement | undefined {
    const { status, note, changes } = this.surface;
    const first = changes[0];
    if (status === 'changed' && first)
      return firstDivergence(
        first,
        formatRoute({ ...this.route, record: String(first.actualRecord ?? `e${first.expectedRecord ?? 1}`) }),
        (record) => this.#diff?.reveal(record),
      );
    const words = {
      matched: this.surface.files.length > 0 ? 'Equal to what is committed.' : 'Nothing differs.',
      changed: 'Changed.',
      missing: 'No expected file is committed, and none was written.',
      new: 'There was no expected file: it was written by this run and holds what stands below.',
      'not-reached': 'Not reached: the run departed from its recording before, so this surface says nothing.',
      'failed-to-run': 'The run broke before this surface could be read.',
      skipped: 'Not compared in this scenario.',
    }[status];
    return h('p', { class: `lead ${status}` }, words, note && h('span', { class: 'why' }, note));
  }

  #below(): HTMLElement {
    const { normalized, notCompared } = this.surface;
    const rewritten = normalized.filter((one) => one.count > 0);
    const rows = rewritten.map((one) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, h('code', {}, one.name)),
        h('td', {}, one.reason),
        h('td', { class: 'num' }, one.count.toLocaleString('en')),
      ),
    );
    const counts = Object.entries(this.surface.changeCounts).map(([kind, count]) =>
      h('tr', {}, h('th', { scope: 'row' }, kind), h('td', { class: 'num' }, count.toLocaleString('en'))),
    );
    return h(
      'div',
      { class: 'below' },
      counts.length > 0 && h('section', {}, h('h3', {}, 'Changes by kind'), h('table', { class: 'plain' }, h('tbody', {}, ...counts))),
      h(
        'section',
        {},
        h('h3', {}, 'Normalized in this surface'),
        rows.length > 0
          ? h(
              'table',
              { class: 'plain' },
              h(
                'thead',
                { class: 'offscreen' },
                h('tr', {}, ...['Rule', 'Reason', 'How often'].map((title) => h('th', { scope: 'col' }, title))),
              ),
              h('tbody', {}, ...rows),
            )
          : h('p', { class: 'quietline' }, 'Nothing: every byte is as it came.'),
      ),
      h(
        'section',
        {},
        h('h3', {}, 'Not compared'),
        notCompared.length > 0
          ? h('ul', { class: 'quietlist' }, ...notCompared.map((one) => h('li', {}, one)))
          : h('p', { class: 'quietline' }, `Nothing was left out by ${this.detail.compare.mode} mode.`),
      ),
    );
  }
}

function firstDivergence(first: Change, href: string, reveal: (record: string) => void): HTMLElement {
  const both = first.expected !== undefined && first.actual !== undefined;
  const [old, fresh] = both ? wordMarks(first.expected!, first.actual!) : [[first.expected], [first.actual]];
  const line = first.actualRecord ?? first.expectedRecord;
  const record = `${first.file}:${first.actualRecord ?? `e${first.expectedRecord ?? 1}`}`;
  const go = (event: Event): void => {
    event.preventDefault();
    reveal(record);
  };
  return h(
    'p',
    { class: 'lead divergence' },
    h('a', { href, onclick: go }, 'First divergence'),
    line !== undefined && h('span', { class: 'ord' }, `line ${line}`),
    h('b', {}, first.label),
    first.path && h('code', { class: 'path' }, first.path),
    first.expected !== undefined && h('del', { class: 'del' }, ...old),
    both && h('span', { class: 'arrow' }, '→'),
    first.actual !== undefined && h('ins', { class: 'ins' }, ...fresh),
    h('span', { class: 'why' }, first.kind),
  );
}
