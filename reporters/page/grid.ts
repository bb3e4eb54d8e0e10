import type { SurfaceId } from '../../harness/schema/index.js';
import { SURFACE_TITLES } from '../../harness/schema/surface-names.js';
import { formatRoute } from '../model/route.js';
import { STATUS_TITLES } from '../model/status.js';
import type { Cell, ScenarioEntry } from '../model/types.js';
import { h } from './dom.js';

export type GridRow = { weight: number } & ({ kind: 'scenario'; scenario: ScenarioEntry } | { kind: 'matched'; count: number });

/** Short column heads: the full title is the cell's name for screen readers. */
const SHORT: Partial<Record<SurfaceId, string>> = {
  requests: 'Requests',
  'system-prompt': 'Prompt',
  'tool-schemas': 'Tools',
  'tool-calls': 'Calls',
};

export function gridColumns(surfaces: readonly SurfaceId[]): number {
  return surfaces.length + 1;
}

export function gridHead(surfaces: readonly SurfaceId[]): HTMLTableSectionElement {
  return h(
    'thead',
    {},
    h(
      'tr',
      {},
      h('th', { scope: 'col' }, 'Scenario'),
      ...surfaces.map((surface) => h('th', { scope: 'col', title: SURFACE_TITLES[surface] }, SHORT[surface] ?? SURFACE_TITLES[surface])),
    ),
  );
}

export function drawScenario(scenario: ScenarioEntry, surfaces: readonly SurfaceId[], manyProjects: boolean): HTMLTableRowElement {
  const run = scenario.runs[0]!;
  const cells = new Map(run.cells.map((cell) => [cell.surface, cell]));
  const matched = run.cells.filter((cell) => cell.status === 'matched').length;
  const failedTest = scenario.status === 'matched' && (run.testStatus === 'failed' || run.testStatus === 'timedOut');
  return h(
    'tr',
    { class: scenario.status },
    h(
      'th',
      { scope: 'row' },
      h('a', { href: formatRoute({ scenario: scenario.id }), title: scenario.description }, scenario.name),
      manyProjects && h('span', { class: 'tag' }, scenario.project),
      scenario.provenance === 'authored' && h('span', { class: 'tag' }, 'authored'),
      scenario.runs.length > 1 &&
        h(
          'span',
          { class: `tag${scenario.unsteady ? ' warn' : ''}` },
          `${scenario.runs.length} runs${scenario.unsteady ? ', unsteady' : ''}`,
        ),
      failedTest && h('span', { class: 'tag warn' }, 'test failed'),
      scenario.status === 'failed-to-run' && run.cells.length === 0 && h('span', { class: 'tag warn' }, 'failed to run'),
      h('span', { class: 'narrow' }, `${matched} matched`),
      run.why !== undefined && h('span', { class: 'whyrow', title: run.why }, run.why),
    ),
    ...surfaces.map((surface) => gridCell(scenario, surface, cells.get(surface))),
  );
}

function gridCell(scenario: ScenarioEntry, surface: SurfaceId, cell: Cell | undefined): HTMLTableCellElement {
  const title = SURFACE_TITLES[surface];
  if (!cell) return h('td', { class: 'skipped' }, h('span', { class: 'offscreen' }, 'not declared'));
  const words = cell.status === 'changed' && cell.changes > 0 ? `changed ${cell.changes}` : STATUS_TITLES[cell.status];
  const name = `${title} of ${scenario.name}: ${words}${cell.note ? `, ${cell.note}` : ''}`;
  const visible =
    cell.status === 'matched' ? '✓' : cell.status === 'skipped' ? (cell.note && cell.note.length <= 12 ? cell.note : '–') : words;
  return h(
    'td',
    { class: cell.status },
    h(
      'a',
      {
        class: `cell ${cell.status}`,
        href: formatRoute({ scenario: scenario.id, surface }),
        'aria-label': name,
        title: cell.note,
        'data-surface': SHORT[surface] ?? title,
      },
      visible,
    ),
  );
}
