import type { Change } from '../../harness/schema/index.js';
import { formatRoute, type Route } from '../model/route.js';
import type { SurfaceModel } from '../model/types.js';
import { h } from './dom.js';
import { wordMarks } from './rows.js';

/** The first divergence in one line, or why there is nothing to see. */
export function surfaceLead(surface: SurfaceModel, route: Route, reveal: (record: string) => void): HTMLElement | undefined {
  const { status, note, changes } = surface;
  const first = changes[0];
  if (status === 'changed' && first)
    return firstDivergence(first, formatRoute({ ...route, record: String(first.actualRecord ?? `e${first.expectedRecord ?? 1}`) }), reveal);
  const words = {
    matched: surface.files.length > 0 ? 'Equal to what is committed.' : 'Nothing differs.',
    changed: 'Changed.',
    missing: 'No expected file is committed, and none was written.',
    new: 'There was no expected file: it was written by this run and holds what stands below.',
    'not-reached': 'Not reached: the run departed from its recording before, so this surface says nothing.',
    'failed-to-run':
      surface.files.length > 0
        ? 'The run broke: what it gave until then stands below, compared with nothing.'
        : 'The run broke before this surface could be read.',
    skipped: 'Not compared in this scenario.',
  }[status];
  return h('p', { class: `lead ${status}` }, words, note && h('span', { class: 'why' }, note));
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
    h('code', { class: 'why' }, line === undefined ? first.file : `${first.file}:${line}`),
    !/^line \d/.test(first.label) && h('b', {}, first.label),
    first.place !== undefined && h('span', { class: 'why' }, first.place),
    first.path && h('code', { class: 'path' }, first.path),
    first.expected !== undefined && h('del', { class: 'del' }, ...old),
    both && h('span', { class: 'arrow' }, '→'),
    first.actual !== undefined && h('ins', { class: 'ins' }, ...fresh),
    h('span', { class: 'why' }, first.kind),
  );
}
