import { SURFACE_TITLES, SURFACES } from '../../harness/schema/surface-names.js';
import { acceptCommand, refreshCommand } from '../model/commands.js';
import { formatRoute, type Route } from '../model/route.js';
import { STATUS_TITLES } from '../model/status.js';
import type { ReportIndex, RunDetail, RunEntry, ScenarioEntry, SurfaceModel } from '../model/types.js';
import { copyButton } from './copy.js';
import { duration, h, plural, unbroken } from './dom.js';
import { needsLook } from './overview.js';
import { scenarioReview } from './review.js';
import { failureBox, runFacts } from './run-facts.js';
import { SurfaceView } from './surface-view.js';
import { timeline } from './timeline.js';

/** One scenario: how its run went, and its surfaces one at a time. */
export class ScenarioPage {
  readonly element: HTMLElement;
  readonly view: SurfaceView | undefined;
  readonly #surface: string;

  constructor(
    private readonly report: ReportIndex,
    private readonly scenario: ScenarioEntry,
    private readonly detail: RunDetail,
    private readonly route: Route,
  ) {
    const run = scenario.runs[route.run] ?? scenario.runs[0]!;
    const surfaces = SURFACES.flatMap((id) => detail.surfaces.filter((surface) => surface.surface === id));
    this.#surface = this.#pick(surfaces);
    const surface = surfaces.find((one) => one.surface === this.#surface);
    if (surface) this.view = new SurfaceView(surface, detail, { ...route, scenario: scenario.id, surface: surface.surface });
    this.element = h(
      'article',
      { class: 'scenario' },
      this.#head(run),
      failureBox(detail, run),
      timeline(detail.timeline, detail.durationMs),
      h('div', { class: 'panel surfaces' }, this.#tabs(surfaces), this.view ? this.view.element : runFacts(detail, run)),
    );
  }

  /** The scenario before or after this one that needs a look, or any where none does. */
  neighbour(by: 1 | -1): ScenarioEntry | undefined {
    const looking = this.report.scenarios.filter((one) => needsLook(one) || one === this.scenario);
    const list = looking.length > 1 ? looking : this.report.scenarios;
    return list[list.indexOf(this.scenario) + by];
  }

  /** The changed surface before or after the one shown. */
  neighbourSurface(by: 1 | -1): string | undefined {
    const changed = SURFACES.filter(
      (id) => id === this.#surface || this.detail.surfaces.some((surface) => surface.surface === id && surface.status === 'changed'),
    );
    return changed[changed.indexOf(this.#surface as (typeof SURFACES)[number]) + by];
  }

  stop(): void {
    this.view?.stop();
  }

  #pick(surfaces: SurfaceModel[]): string {
    const { surface } = this.route;
    if (surface === 'run' || surfaces.some((one) => one.surface === surface)) return surface!;
    const first =
      surfaces.find((one) => one.status === 'changed') ?? surfaces.find((one) => one.status === 'missing' || one.status === 'new');
    if (!first && this.detail.failure) return 'run';
    return (first ?? surfaces.find((one) => one.status === 'matched') ?? surfaces[0])?.surface ?? 'run';
  }

  #head(run: RunEntry): HTMLElement {
    const { detail, scenario } = this;
    const { outcome, provenance } = detail;
    const exit = outcome && (outcome.signal === null ? `exit ${outcome.exitCode}` : `signal ${outcome.signal}`);
    const recorded = provenance && [provenance.kind, provenance.recordedAt?.slice(0, 10), provenance.model].filter(Boolean).join(' · ');
    const facts = [
      detail.compare.mode,
      recorded,
      outcome?.stopReasons.join(', '),
      exit,
      duration(detail.durationMs),
      this.report.manyProjects && scenario.project,
    ];
    const [before, after] = [this.neighbour(-1), this.neighbour(1)];
    const step = (target: ScenarioEntry | undefined, label: string, sign: string): HTMLElement =>
      target
        ? h(
            'a',
            {
              class: 'step',
              href: formatRoute({ scenario: target.id }),
              'aria-label': `${label} scenario: ${target.name}`,
              title: target.name,
            },
            sign,
          )
        : h('span', { class: 'step off', 'aria-hidden': 'true' }, sign);
    return h(
      'header',
      { class: 'schead' },
      h(
        'nav',
        { class: 'crumbs', 'aria-label': 'Scenarios' },
        h('a', { href: formatRoute({ query: this.route.query, statuses: this.route.statuses }) || '#' }, '‹ All scenarios'),
        h('span', { class: 'steps' }, step(before, 'Previous', '↑'), step(after, 'Next', '↓')),
      ),
      h(
        'div',
        { class: 'titleline' },
        h('h1', { tabindex: -1 }, scenario.name),
        h('span', { class: `chip ${run.status}` }, STATUS_TITLES[run.status]),
      ),
      h('p', { class: 'description' }, detail.description),
      h('ul', { class: 'facts' }, ...facts.filter(Boolean).map((fact) => h('li', {}, fact as string))),
      this.#runs(run),
      scenarioReview(scenario.directory) ?? (run.refreshable ? this.#meant(run) : undefined),
    );
  }

  /** In CI nothing may be written: what is offered there is for the reader's own machine. */
  #meant(run: RunEntry): HTMLElement {
    const { ci } = this.report;
    const command = refreshCommand(this.scenario.name, run.pin);
    const surface = this.detail.surfaces.find((one) => one.surface === this.#surface);
    const isHeldElsewhere = run.pin !== undefined && (this.#surface === 'system-prompt' || this.#surface === 'tool-schemas');
    const single = !ci && !isHeldElsewhere && (surface?.status === 'changed' || surface?.status === 'missing');
    return h(
      'div',
      { class: 'meant' },
      h('span', {}, ci ? 'If the change is meant, locally:' : 'If the change is meant'),
      h('code', {}, ...unbroken(command)),

      copyButton('Copy', () => command),
      single && copyButton('Copy for this surface alone', () => acceptCommand(this.#surface, this.scenario.name)),
    );
  }

  #runs(shown: RunEntry): HTMLElement | undefined {
    const { runs, id } = this.scenario;
    if (runs.length === 1) return undefined;
    const links = runs.slice(0, 60).map((run, index) =>
      h(
        'a',
        {
          class: `runlink ${run.status}`,
          href: formatRoute({ scenario: id, surface: this.route.surface, run: index } as Route),
          'aria-current': run === shown ? 'true' : undefined,
        },
        `${run.label}: ${STATUS_TITLES[run.status]}`,
      ),
    );
    return h(
      'nav',
      { class: 'runs', 'aria-label': 'Runs of this scenario' },
      ...links,
      runs.length > links.length && h('span', { class: 'why' }, `and ${runs.length - links.length} more`),
    );
  }

  #tabs(surfaces: SurfaceModel[]): HTMLElement {
    const { id } = this.scenario;
    const tab = (name: string, label: string, status: string, count = 0): HTMLElement =>
      h(
        'a',
        {
          class: `tab ${status}`,
          href: formatRoute({ ...this.route, scenario: id, surface: name, record: '' }),
          'aria-current': name === this.#surface ? 'page' : undefined,
        },
        h('span', { class: 'dot', 'aria-hidden': 'true' }),
        label,
        status !== '' && h('span', { class: 'offscreen' }, `, ${STATUS_TITLES[status as SurfaceModel['status']]}`),
        count > 0 && h('span', { class: 'count', title: plural(count, 'change') }, count),
      );
    const changes = (surface: SurfaceModel): number => Object.values(surface.changeCounts).reduce((sum, count) => sum + count, 0);
    const tabs = h(
      'nav',
      { class: 'tabs', 'aria-label': 'Surfaces' },
      ...surfaces.map((surface) => tab(surface.surface, SURFACE_TITLES[surface.surface], surface.status, changes(surface))),
      tab('run', 'Run', this.detail.failure ? 'failed-to-run' : ''),
    );
    // Where they do not all fit, the one that is shown is the one to be seen.
    requestAnimationFrame(() => showWithin(tabs, tabs.querySelector('[aria-current]')));
    return tabs;
  }
}

/** Scrolls a row sideways, and nothing else, until an element of it stands in its middle. */
function showWithin(row: HTMLElement, element: Element | null): void {
  if (!element) return;
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
