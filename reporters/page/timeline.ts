import type { TimelineItem } from '../../harness/schema/index.js';
import { packLanes, timeTicks, tracksOf } from '../model/timeline.js';
import { duration, h, plural, svg } from './dom.js';

const LANE = 14;
/** Marks drawn on one track. */
const MOST = 400;

/** The run in tracks, from boot to exit: a drawing, and the same as a list for those who cannot see it. */
export function timeline(items: readonly TimelineItem[], durationMs: number): HTMLElement | undefined {
  if (items.length === 0) return undefined;
  const end = items.reduce((latest, item) => Math.max(latest, item.end ?? item.start), Math.max(1, durationMs));
  const tracks = tracksOf(items);
  const summary = tracks.map((track) => plural(track.items.length, `${track.name} item`)).join(', ');
  return h(
    'section',
    { class: 'timeline', 'aria-label': 'Timeline' },
    h(
      'div',
      { class: 'tracks', role: 'img', 'aria-label': `Timeline of ${duration(end)}: ${summary}` },
      ...tracks.flatMap((track) => [h('span', { class: 'track' }, track.name), drawTrack(track.kind, track.items.slice(0, MOST), end)]),
      h('span', { class: 'track' }),
      drawAxis(end),
    ),
    tracks.some((track) => track.items.length > MOST) &&
      h('p', { class: 'quietline' }, `The drawing shows the first ${MOST} items of each track.`),
    listing(items),
  );
}

function drawTrack(track: string, items: TimelineItem[], end: number): SVGSVGElement {
  const { lanes, count } = packLanes(items, end / 400);
  const picture = svg('svg', {
    class: `marks ${track}`,
    width: '100%',
    height: count * LANE + 4,
    'aria-hidden': 'true',
    focusable: 'false',
  });
  for (const [index, item] of items.entries()) {
    const y = lanes[index]! * LANE + 3;
    const title = svg(
      'title',
      {},
      `${item.label} · ${duration(item.start)}${item.end === undefined ? '' : `, ${duration(item.end - item.start)}`}`,
    );
    const isThin = item.end !== undefined && item.end - item.start < end / 250;
    const look = { class: [item.refused && 'refused', isThin && 'thin'].filter(Boolean).join(' ') };
    const percent = (ms: number): string => `${((ms / end) * 100).toFixed(3)}%`;
    if (item.end === undefined) picture.append(svg('circle', { ...look, cx: percent(item.start), cy: y + 5, r: 3 }, title));
    else
      picture.append(
        svg(
          'rect',
          { ...look, x: percent(item.start), y, width: percent(Math.max(item.end - item.start, end / 500)), height: 10, rx: 2.5 },
          title,
        ),
      );
  }
  return picture;
}

function drawAxis(end: number): SVGSVGElement {
  const axis = svg('svg', { class: 'axis', width: '100%', height: 18, 'aria-hidden': 'true', focusable: 'false' });
  for (const [at, tick] of timeTicks(end).entries()) {
    const x = `${((tick / end) * 100).toFixed(3)}%`;
    const anchor = tick === 0 ? 'start' : tick / end > 0.95 ? 'end' : 'middle';
    axis.append(
      svg('line', { x1: x, x2: x, y1: 0, y2: 4 }),
      svg('text', { x, y: 15, 'text-anchor': anchor, class: at % 2 === 1 ? 'between' : undefined }, duration(tick)),
    );
  }
  return axis;
}

function listing(items: readonly TimelineItem[]): HTMLDetailsElement {
  const list = h('ol', { class: 'items' });
  const details = h('details', {}, h('summary', {}, 'Timeline as a list'), list);
  details.addEventListener('toggle', () => {
    if (!details.open || list.childElementCount > 0) return;
    const sorted = items.toSorted((a, b) => a.start - b.start).slice(0, MOST);
    list.append(
      ...sorted.map((item) =>
        h('li', {}, h('span', { class: 'num' }, duration(item.start)), h('span', { class: 'why' }, item.track), h('span', {}, item.label)),
      ),
    );
    if (items.length > MOST)
      list.append(h('li', { class: 'why' }, `${(items.length - MOST).toLocaleString('en')} more items are not listed`));
  });
  return details;
}
