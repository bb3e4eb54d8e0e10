import type { SurfaceId } from '../../harness/schema/index.js';
import { SURFACES } from '../../harness/schema/surface-names.js';
import { filterScenarios } from '../model/filter.js';
import { formatRoute, type Route } from '../model/route.js';
import { STATUS_ORDER, STATUS_TITLES } from '../model/status.js';
import type { ReportIndex, ScenarioEntry } from '../model/types.js';
import { announce } from './copy.js';
import { duration, h, plural } from './dom.js';
import { drawScenario, gridColumns, gridHead, type GridRow } from './grid.js';
import { groupList } from './group-list.js';
import { guardList, noteList } from './index-notes.js';
import { VirtualRows } from './virtual.js';

/** From this many matched scenarios on, they stand behind one row, unless they are all there is. */
const MATCHED_FOLD = 12;

/** The first page: what happened, equal changes read once, scenarios by surfaces. */
export class Overview {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  readonly #rows: VirtualRows<GridRow>;
  readonly #chips = new Map<string, HTMLButtonElement>();
  readonly #count = h('p', { class: 'quietline', role: 'status' });
  readonly #empty = h('p', { class: 'empty' }, 'No scenario fits this filter.');
  readonly #surfaces: SurfaceId[];
  readonly #box: HTMLElement;
  #allMatched = false;

  constructor(
    private readonly report: ReportIndex,
    private readonly route: Route,
  ) {
    const shown = new Set(report.scenarios.flatMap((scenario) => scenario.runs[0]!.cells.map((cell) => cell.surface)));
    this.#surfaces = SURFACES.filter((surface) => shown.has(surface));
    this.search = h('input', {
      type: 'search',
      'aria-label': 'Filter scenarios',
      placeholder: 'Filter: a name, surface:transcript …',
      value: route.query,
      spellcheck: 'false',
      autocomplete: 'off',
    });
    this.search.addEventListener('input', () => this.#filter({ query: this.search.value }));
    const columns = gridColumns(this.#surfaces);
    const table = h(
      'table',
      { class: 'grid' },
      h('caption', { class: 'offscreen' }, 'Scenarios and their surfaces'),
      gridHead(this.#surfaces),
    );
    this.#rows = new VirtualRows<GridRow>(table, columns, (row) => [this.#draw(row)]);
    this.#box = h('div', { class: 'gridbox panel' }, table);
    this.element = h(
      'div',
      { class: 'overview' },
      headline(report),
      this.#toolbar(),
      groupList(report),
      h(
        'section',
        { 'aria-labelledby': 'grid-title' },
        h('h2', { id: 'grid-title' }, 'Scenarios × surfaces'),
        this.#count,
        this.#box,
        this.#empty,
      ),
      guardList(report),
      noteList(report),
    );
    this.#apply();
  }

  stop(): void {
    this.#rows.stop();
  }

  #toolbar(): HTMLElement {
    const present = STATUS_ORDER.filter((status) => this.report.scenarios.some((scenario) => scenario.status === status));
    for (const status of present) {
      const count = this.report.scenarios.filter((scenario) => scenario.status === status).length;
      const chip = h(
        'button',
        { type: 'button', class: `chip ${status}`, 'aria-pressed': 'false', onclick: () => this.#toggle(status) },
        h('b', {}, count),
        ` ${STATUS_TITLES[status]}`,
      );
      this.#chips.set(status, chip);
    }
    return h(
      'div',
      { class: 'toolbar', role: 'search' },
      h('div', { class: 'chips', role: 'group', 'aria-label': 'Show only' }, ...this.#chips.values()),
      this.search,
    );
  }

  #toggle(status: string): void {
    const on = this.route.statuses.includes(status);
    this.#filter({ statuses: on ? this.route.statuses.filter((one) => one !== status) : [...this.route.statuses, status] });
  }

  #filter(change: Partial<Route>): void {
    Object.assign(this.route, change);
    history.replaceState(null, '', formatRoute(this.route));
    this.#apply();
    announce(this.#count.textContent);
  }

  #apply(): void {
    const { query, statuses } = this.route;
    for (const [status, chip] of this.#chips) chip.setAttribute('aria-pressed', String(statuses.includes(status)));
    const found = filterScenarios(this.report.scenarios, query, statuses);
    const filtered = query.trim() !== '' || statuses.length > 0;
    const matched = found.filter((scenario) => scenario.status === 'matched' && !scenario.unsteady);
    const fold = !filtered && !this.#allMatched && matched.length >= MATCHED_FOLD && matched.length < found.length;
    const shown: GridRow[] = found
      .filter((scenario) => !fold || !matched.includes(scenario))
      .map((scenario) => ({ kind: 'scenario', scenario, weight: 1.6 }));
    if (fold) shown.push({ kind: 'matched', count: matched.length, weight: 1.6 });
    this.#rows.show(shown);
    this.#count.textContent = filtered ? `${found.length} of ${plural(this.report.scenarios.length, 'scenario')}` : '';
    this.#empty.hidden = found.length > 0;
    this.#box.hidden = found.length === 0;
  }

  #draw(row: GridRow): HTMLTableRowElement {
    if (row.kind === 'scenario') return drawScenario(row.scenario, this.#surfaces, this.report.manyProjects);
    const open = (): void => {
      this.#allMatched = true;
      this.#apply();
    };
    return h(
      'tr',
      { class: 'more' },
      h(
        'td',
        { colspan: gridColumns(this.#surfaces) },
        h('button', { type: 'button', class: 'bare', onclick: open }, `Show ${row.count} more, all matched`),
      ),
    );
  }
}

function headline({ scenarios, runMode, updateMode, tool, startedAt, durationMs }: ReportIndex): HTMLElement {
  const fine = scenarios.filter((scenario) => scenario.status === 'matched' || scenario.status === 'skipped').length;
  const rest = scenarios.length - fine;
  const words = runMode === 'replay' ? 'read-only replay' : runMode;
  const title =
    scenarios.length === 0
      ? 'No scenario ran'
      : rest === 0
        ? `All ${plural(scenarios.length, 'scenario')} matched`
        : `${rest} of ${plural(scenarios.length, 'scenario')} ${rest === 1 ? 'needs' : 'need'} a look`;
  const facts = [
    words,
    updateMode && updateMode !== 'none' && `update: ${updateMode}`,
    tool && `playwright-acp ${tool.version}`,
    tool && `Node ${tool.node.replace(/^v/, '')}`,
    tool && `Playwright ${tool.playwright}`,
    tool?.platform,
    duration(durationMs),
  ];
  return h(
    'div',
    { class: 'headline' },
    h('h1', { class: rest === 0 ? 'good' : 'look', tabindex: -1 }, title),
    h(
      'ul',
      { class: 'facts' },
      ...facts.filter(Boolean).map((fact) => h('li', {}, fact as string)),
      h('li', {}, h('time', { datetime: startedAt }, new Date(startedAt).toLocaleString())),
    ),
  );
}

/** Whether a scenario asks for a look. */
export function needsLook(scenario: ScenarioEntry): boolean {
  return scenario.status !== 'matched' && scenario.status !== 'skipped';
}
