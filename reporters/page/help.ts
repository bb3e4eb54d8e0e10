import { h } from './dom.js';
import { isReview } from './review.js';

export const KEYS: [key: string, what: string][] = [
  ['n', 'next change; at the last, the next changed surface'],
  ['p', 'previous change'],
  ['j', 'next scenario'],
  ['k', 'previous scenario'],
  ['1 2 3 4', 'side by side, unified, fields, raw'],
  ['w', 'wrap long lines'],
  ['/', 'filter scenarios'],
  ['t', 'light, dark, as the system'],
  ['Esc', 'back to all scenarios'],
  ['?', 'this list'],
];

const REVIEW_KEYS: [key: string, what: string][] = [
  ['a', 'accept the surface shown'],
  ['x', 'reject the surface shown'],
  ['A', 'accept the scenario'],
  ['X', 'reject the scenario'],
];

export function helpDialog(): HTMLDialogElement {
  const close = h('button', { type: 'button', class: 'bare', onclick: () => dialog.close() }, 'Close');
  const dialog: HTMLDialogElement = h(
    'dialog',
    { 'aria-labelledby': 'help-title' },
    h('h2', { id: 'help-title' }, 'Keys'),
    h(
      'dl',
      { class: 'factlist' },
      ...[...KEYS, ...(isReview() ? REVIEW_KEYS : [])].flatMap(([key, what]) => [
        h('dt', {}, ...key.split(' ').map((one) => h('kbd', {}, one))),
        h('dd', {}, what),
      ]),
    ),
    h(
      'p',
      { class: 'quietline' },
      'Filter words: ',
      h('code', {}, 'surface:transcript'),
      ' ',
      h('code', {}, 'status:changed'),
      ' ',
      h('code', {}, 'agent:'),
      ' ',
      h('code', {}, 'project:'),
      ' ',
      h('code', {}, 'kind:recorded'),
    ),
    close,
  );
  return dialog;
}
