import { SURFACE_TITLES } from '../../harness/schema/surface-names.js';
import { formatRoute, type Route } from '../model/route.js';
import type { RunDetail, SurfaceModel } from '../model/types.js';
import { h, plural } from './dom.js';
import { surfaceReview } from './review.js';
import { surfaceLead } from './surface-lead.js';
import { surfaceNotes } from './surface-notes.js';
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
      surfaceLead(surface, route, (record) => this.#diff?.reveal(record)),
      surfaceReview(detail.directory, surface.surface),
      surface.files.length > 0 && this.#toolbar(),
      this.#holder,
      surface.files.length + surface.normalized.length > 0 && surfaceNotes(surface, detail.compare.mode),
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
    // What a broken run gave has one side.
    if (this.#isCaptured) return 'unified';
    const named = VIEWS.find(([view]) => view === this.route.view)?.[0];
    return named ?? (window.innerWidth < 720 ? 'unified' : 'split');
  }

  get #isCaptured(): boolean {
    return this.surface.status === 'failed-to-run';
  }

  #redraw(): void {
    this.#diff?.stop();
    this.#diff = new SurfaceDiff(this.surface, {
      view: this.#view,
      wrap: settings().wrap,
      directory: this.detail.directory,
      link: (record) => formatRoute({ ...this.route, record }),
      onStop: (record, position, count) => {
        this.#position.textContent = `${position.toLocaleString('en')} of ${count.toLocaleString('en')}`;
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
      !this.#isCaptured && h('div', { class: 'segmented', role: 'group', 'aria-label': 'View' }, ...views),
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
}
