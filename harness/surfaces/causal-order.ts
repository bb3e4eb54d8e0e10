import type { FrameNormalizer } from '../normalize/index.js';
import { paramsOf, resultOf, type Message } from './causal-messages.js';
import { isStrand, type SpineItem, type ToolStrand } from './causal-strands.js';

/** Sorts what may come in any order: neighbouring tool starts, then neighbouring agent requests that name no tool. */
export type SpineSorter = (spine: readonly SpineItem[]) => SpineItem[];

/**
 * Tool starts are sorted by the place of their id in the replay source, else by their text with ids blanked. Requests
 * about one file or terminal keep their order; such groups are sorted by their text. Equal texts are interchangeable,
 * for ids are numbered only afterwards.
 */
export function createSpineSorter(normalizer: FrameNormalizer, order: readonly string[]): SpineSorter {
  const places = new Map(order.map((id, place) => [id, place]));

  const textOf = (messages: readonly Message[]): string =>
    messages
      .flatMap((message) => [message, message.answer])
      .map((message) => (message ? JSON.stringify(normalizer.frame(message.frame, message.from, ['blank'])) : ''))
      .join('\n');

  function sortTools(strands: ToolStrand[]): ToolStrand[] {
    if (strands.length < 2) return strands;
    return strands
      .map((strand) => ({
        strand,
        place: places.get(strand.id) ?? Infinity,
        text: textOf(strand.start ? [strand.start, ...strand.rest] : strand.rest),
      }))
      .toSorted((a, b) => (a.place === b.place ? compareTexts(a.text, b.text) : a.place - b.place))
      .map(({ strand }) => strand);
  }

  function sortRequests(requests: Message[]): Message[] {
    if (requests.length < 2) return requests;
    const groups = groupBy(requests, subjectOf);
    return [...groups.values()]
      .map((group) => ({ group, text: textOf(group) }))
      .toSorted((a, b) => compareTexts(a.text, b.text))
      .flatMap(({ group }) => group);
  }

  return (spine) => {
    const sorted: SpineItem[] = [];
    let strands: ToolStrand[] = [];
    let requests: Message[] = [];
    const flush = (): void => {
      sorted.push(...sortTools(strands), ...sortRequests(requests));
      strands = [];
      requests = [];
    };
    for (const item of spine) {
      if (isStrand(item)) strands.push(item);
      else if (item.kind === 'request') requests.push(item);
      else {
        flush();
        sorted.push(item);
      }
    }
    flush();
    return sorted;
  };
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The file or the terminal that a request is about; itself where it is about neither. */
function subjectOf(request: Message): unknown {
  const { path, terminalId } = paramsOf(request);
  return path ?? terminalId ?? resultOf(request.answer)['terminalId'] ?? request;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => unknown): Map<unknown, T[]> {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
