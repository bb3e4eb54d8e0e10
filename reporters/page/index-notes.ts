import type { ReportIndex } from '../model/types.js';
import { h } from './dom.js';

/** What guards over the scenario files found. */
export function guardList({ guards }: ReportIndex): HTMLElement | undefined {
  if (guards.length === 0) return undefined;
  const rows = guards
    .slice(0, 200)
    .map((guard) =>
      h(
        'tr',
        {},
        h('td', {}, h('code', {}, guard.guard)),
        h('td', {}, h('code', {}, guard.place)),
        h('td', {}, guard.problem),
        h('td', {}, guard.fix),
      ),
    );
  const left = guards.length - rows.length;
  const head = h('thead', {}, h('tr', {}, ...['Guard', 'Place', 'Problem', 'What to do'].map((title) => h('th', { scope: 'col' }, title))));
  return h(
    'section',
    { 'aria-labelledby': 'guards-title' },
    h('h2', { id: 'guards-title' }, 'Findings in the scenario files'),
    h('div', { class: 'panel scroll' }, h('table', { class: 'plain' }, head, h('tbody', {}, ...rows))),
    left > 0 && h('p', { class: 'quietline' }, `${left} more findings are not listed.`),
  );
}

/** What the page lacks, and why. */
export function noteList({ notes }: ReportIndex): HTMLElement | undefined {
  if (notes.length === 0) return undefined;
  return h(
    'section',
    { class: 'failure panel', 'aria-labelledby': 'notes-title' },
    h('h2', { id: 'notes-title' }, 'What this page does not hold'),
    h('ul', {}, ...notes.map((note) => h('li', {}, note))),
  );
}
