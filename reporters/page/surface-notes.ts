import type { SurfaceModel } from '../model/types.js';
import { atDots, h } from './dom.js';

/** What stands under a diff: changes by kind, what was normalized and why, what was not compared. */
export function surfaceNotes({ changeCounts, normalized, notCompared }: SurfaceModel, compareMode: string): HTMLElement {
  const rewritten = normalized.filter((one) => one.count > 0);
  const rows = rewritten.map((one) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('code', {}, ...atDots(one.name))),
      h('td', {}, one.reason),
      h('td', { class: 'num' }, one.count.toLocaleString('en')),
    ),
  );
  const counts = Object.entries(changeCounts).map(([kind, count]) =>
    h('tr', {}, h('th', { scope: 'row' }, kind), h('td', { class: 'num' }, count.toLocaleString('en'))),
  );
  return h(
    'div',
    { class: 'below' },
    counts.length > 0 && h('section', {}, h('h2', {}, 'Changes by kind'), h('table', { class: 'plain' }, h('tbody', {}, ...counts))),
    h(
      'section',
      {},
      h('h2', {}, 'Normalized in this surface'),
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
      h('h2', {}, 'Not compared'),
      notCompared.length > 0
        ? h('ul', { class: 'quietlist' }, ...notCompared.map((one) => h('li', {}, one)))
        : h('p', { class: 'quietline' }, `Nothing was left out by ${compareMode} mode.`),
    ),
  );
}
