import { formatRoute, parseRoute, type Route } from '../model/route.js';
import type { ReportIndex } from '../model/types.js';
import { readDetail, readIndex } from './data.js';
import { h } from './dom.js';
import { helpDialog } from './help.js';
import { Overview } from './overview.js';
import { loadReview, pressReviewKey, reviewStatus } from './review.js';
import { ScenarioPage } from './scenario.js';
import { applyTheme, saveTheme, settings, type Theme } from './settings.js';
import type { View } from './units.js';

const THEMES: Theme[] = ['auto', 'light', 'dark'];
const THEME_WORDS: Record<Theme, string> = { auto: 'system colours', light: 'light', dark: 'dark' };
const VIEW_KEYS: Record<string, View> = { '1': 'split', '2': 'unified', '3': 'fields', '4': 'raw' };

class Page {
  #overview: Overview | undefined;
  #scenario: ScenarioPage | undefined;
  /** Where the overview was left, for the way back. */
  #lastOverview: Route = parseRoute('');
  readonly #main = h('main', { id: 'main', tabindex: -1 });
  readonly #help = helpDialog();
  readonly #theme = h('button', { type: 'button', class: 'bare', onclick: () => this.#nextTheme() });

  constructor(private readonly report: ReportIndex) {
    const help = h(
      'button',
      { type: 'button', class: 'bare', 'aria-label': 'Keys', title: 'Keys (?)', onclick: () => this.#help.showModal() },
      '?',
    );
    const banner = h(
      'header',
      { class: 'banner' },
      h('a', { class: 'brand', href: '#' }, 'playwright-acp'),
      h('span', { class: 'grow' }),
      reviewStatus(),
      this.#theme,
      help,
    );
    document.body.append(
      h('a', { class: 'skip', href: '#main', onclick: (event) => this.#skip(event) }, 'Skip to the report'),
      banner,
      this.#main,
      h('div', { id: 'live', class: 'offscreen', 'aria-live': 'polite' }),
      this.#help,
    );
    this.#nameTheme();
    addEventListener('hashchange', () => void this.open());
    addEventListener('keydown', (event) => this.#onKey(event));
  }

  async open(focus = true): Promise<void> {
    const route = parseRoute(location.hash);
    this.#overview?.stop();
    this.#scenario?.stop();
    this.#overview = this.#scenario = undefined;
    if (route.scenario === undefined) this.#openOverview(route);
    else await this.#openScenario(route);
    if (focus && route.record === undefined) this.#main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  #openOverview(route: Route): void {
    this.#lastOverview = route;
    this.#overview = new Overview(this.report, route);
    this.#main.replaceChildren(this.#overview.element);
    document.title = 'playwright-acp report';
    window.scrollTo({ top: 0 });
  }

  async #openScenario(route: Route): Promise<void> {
    const scenario =
      this.report.scenarios.find((one) => one.id === route.scenario) ?? this.report.scenarios.find((one) => one.name === route.scenario);
    if (!scenario) {
      this.#main.replaceChildren(
        h(
          'div',
          { class: 'overview' },
          h('h1', { tabindex: -1 }, 'Not in this report'),
          h('p', {}, 'No scenario is called ', h('code', {}, route.scenario), ' here. ', h('a', { href: '#' }, 'All scenarios')),
        ),
      );
      return;
    }
    const run = scenario.runs[route.run] ?? scenario.runs[0]!;
    const detail = await readDetail(run.block);
    if (parseRoute(location.hash).scenario !== route.scenario) return;
    const sameScenario = this.#main.querySelector('article')?.getAttribute('data-scenario') === scenario.id;
    const top = window.scrollY;
    const page = new ScenarioPage(this.report, scenario, detail, {
      ...route,
      query: this.#lastOverview.query,
      statuses: this.#lastOverview.statuses,
    });
    page.element.setAttribute('data-scenario', scenario.id);
    this.#scenario = page;
    this.#main.replaceChildren(page.element);
    document.title = `${scenario.name} · playwright-acp report`;
    window.scrollTo({ top: sameScenario ? top : 0 });
    page.view?.start();
  }

  #onKey(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape' && typing) return (event.target as HTMLElement).blur();
    if (typing || event.ctrlKey || event.metaKey || event.altKey || this.#help.open) return;
    if (this.#act(event.key)) event.preventDefault();
  }

  #act(key: string): boolean {
    if (key === '?') this.#help.showModal();
    else if (key === 't') this.#nextTheme();
    else if (key === '/') this.#toSearch();
    else if (key === 'Escape' && this.#scenario) location.hash = formatRoute({ ...this.#lastOverview });
    else if (key === 'j' || key === 'k') this.#toScenario(key === 'j' ? 1 : -1);
    else if ((key === 'n' || key === 'p') && this.#scenario) this.#toChange(key === 'n' ? 1 : -1);
    else if (key === 'w') this.#scenario?.view?.toggleWrap();
    else if (VIEW_KEYS[key]) this.#scenario?.view?.setView(VIEW_KEYS[key]);
    else return pressReviewKey(key);
    return true;
  }

  #toChange(by: 1 | -1): void {
    const page = this.#scenario!;
    if (page.view?.step(by)) return;
    const surface = page.neighbourSurface(by);
    if (surface) location.hash = formatRoute({ ...parseRoute(location.hash), surface, record: '' });
  }

  #toScenario(by: 1 | -1): void {
    const target = this.#scenario ? this.#scenario.neighbour(by) : this.report.scenarios[0];
    if (target) location.hash = formatRoute({ scenario: target.id });
  }

  #toSearch(): void {
    if (!this.#overview) {
      history.pushState(null, '', formatRoute(this.#lastOverview));
      void this.open(false);
    }
    this.#overview?.search.focus();
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.#main.focus();
  }

  #nextTheme(): void {
    saveTheme(THEMES[(THEMES.indexOf(settings().theme) + 1) % THEMES.length]!);
    this.#nameTheme();
  }

  #nameTheme(): void {
    this.#theme.textContent = THEME_WORDS[settings().theme];
    this.#theme.setAttribute('aria-label', `Colours: ${THEME_WORDS[settings().theme]}`);
    this.#theme.title = 'Light, dark, as the system (t)';
  }
}

applyTheme();
try {
  await loadReview();
  await new Page(await readIndex()).open(false);
} catch (error) {
  document.body.append(
    h(
      'main',
      { class: 'overview' },
      h('h1', {}, 'This report cannot be shown'),
      h('p', {}, error instanceof Error ? error.message : String(error)),
    ),
  );
}
