import type { FileModel } from '../model/types.js';
import { h } from './dom.js';

/** Expected and actual picture beside each other, each with its size once it is known. */
export function pictureRow({ name, picture }: FileModel, columns: number): HTMLTableRowElement {
  return h(
    'tr',
    { class: 'pictures', tabindex: -1 },
    h(
      'td',
      { colspan: columns },
      h('div', { class: 'picturepair' }, figure('Expected', name, picture?.expected), figure('Actual', name, picture?.actual)),
    ),
  );
}

function figure(side: string, name: string, address: string | undefined): HTMLElement {
  const size = h('span', { class: 'why' });
  if (address === undefined) return h('figure', { class: 'none' }, h('figcaption', {}, side, ' ', h('span', { class: 'why' }, 'absent')));
  const image = h('img', {
    src: address,
    alt: `${side.toLowerCase()} ${name}`,
    onload: () => (size.textContent = `${image.naturalWidth} × ${image.naturalHeight}`),
    onerror: () => (size.textContent = 'cannot be drawn'),
  });
  return h('figure', {}, h('figcaption', {}, side, ' ', size), image);
}
