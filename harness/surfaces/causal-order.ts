import type { FrameNormalizer } from '../normalize/index.js';
import { methodOf, paramsOf, resultOf, type Message } from './causal-messages.js';
import { isStrand, type SpineItem, type ToolStrand } from './causal-strands.js';
import { createTieBreaker } from './ties.js';
import { groupBy } from './group-by.js';

/** Sorts what may come in any order: neighbouring tool starts, then neighbouring agent requests that name no tool. */
export type SpineSorter = (spine: readonly SpineItem[]) => SpineItem[];

/** Neighbours that may come in any order, or one item whose place is a fact. */
type Run = { readonly strands: ToolStrand[]; readonly requests: Message[][] } | SpineItem;

const isRun = (run: Run): run is Extract<Run, { requests: Message[][] }> => 'requests' in run;

/**
 * Tool starts are sorted by the place of their id in the replay source, else by their text with ids blanked. Requests
 * about one file or terminal keep their order; such groups are sorted by their text. Equal texts are told apart by what
 * else their ids stand in, and are interchangeable where nothing tells: ids are numbered only afterwards.
 *
 * @param spines all spines that will be sorted: an id may stand in several.
 */
export function createSpineSorter(
  normalizer: FrameNormalizer,
  order: readonly string[],
  spines: readonly (readonly SpineItem[])[],
): SpineSorter {
  const places = new Map(order.map((id, place) => [id, place]));
  const runs = new Map(spines.map((spine) => [spine, runsOf(spine)]));
  const tie = createTieBreaker(normalizer, () => [...runs.values()].flat().flatMap(messagesOf));

  const textOf = (messages: readonly Message[]): string =>
    withAnswers(messages)
      .map(({ frame, from }) => JSON.stringify(normalizer.frame(frame, from, ['blank'])))
      .join('\n');

  /** Sorted by place, then by text, then by what tells equal texts apart. */
  function sort<T>(items: readonly T[], of: (item: T) => readonly Message[], placeOf: (item: T) => number = () => 0): T[] {
    if (items.length < 2) return [...items];
    return items
      .map((item) => ({ item, place: placeOf(item), text: textOf(of(item)) }))
      .toSorted((a, b) =>
        a.place === b.place
          ? compareTexts(a.text, b.text) || tie.compare(withAnswers(of(a.item)), withAnswers(of(b.item)))
          : a.place - b.place,
      )
      .map(({ item }) => item);
  }

  /** Reads that no write parts may come in any order. */
  const withReadsSorted = (group: readonly Message[]): Message[] =>
    parted(group, (request) => methodOf(request) === 'fs/read_text_file').flatMap((part) =>
      part.length > 1 ? sort(part, (request) => [request]) : part,
    );

  return (spine) =>
    (runs.get(spine) ?? runsOf(spine)).flatMap((run): SpineItem[] => {
      if (!isRun(run)) return [run];
      const strands = sort(run.strands, messagesOfStrand, ({ id }) => places.get(id) ?? Infinity);
      tie.placed(withAnswers(strands.flatMap(messagesOfStrand)));
      const groups = sort(run.requests.map(withReadsSorted), (group) => group);
      tie.placed(withAnswers(groups.flat()));
      return [...strands, ...groups.flat()];
    });
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const messagesOfStrand = ({ start, rest }: ToolStrand): Message[] => (start ? [start, ...rest] : rest);
const withAnswers = (messages: readonly Message[]): Message[] =>
  messages.flatMap((message) => (message.answer ? [message, message.answer] : [message]));

/** Text in pieces is left out: where it was split must not matter. */
function messagesOf(run: Run): Message[] {
  return isRun(run) ? withAnswers([...run.strands.flatMap(messagesOfStrand), ...run.requests.flat()]) : [];
}

function runsOf(spine: readonly SpineItem[]): Run[] {
  const runs: Run[] = [];
  let strands: ToolStrand[] = [];
  let requests: Message[] = [];
  const flush = (): void => {
    if (strands.length + requests.length > 0)
      runs.push({ strands, requests: [...groupBy(requests, subjectOf).values()].map(withoutPolls) });
    strands = [];
    requests = [];
  };
  for (const item of spine) {
    if (isStrand(item)) strands.push(item);
    else if (item.kind === 'request') requests.push(item);
    else {
      flush();
      runs.push(item);
    }
  }
  flush();
  return runs;
}

/** How often a terminal was polled is timing: of polls that nothing parts the last stands. */
function withoutPolls(group: readonly Message[]): Message[] {
  return parted(group, (request) => methodOf(request) === 'terminal/output').flatMap((part) => part.slice(-1));
}

/** Neighbours that `joins` is true of are one part; every other item is one of its own. */
function parted(items: readonly Message[], joins: (item: Message) => boolean): Message[][] {
  const parts: Message[][] = [];
  let open: Message[] | undefined;
  for (const item of items) {
    if (!joins(item)) {
      open = undefined;
      parts.push([item]);
    } else if (open) open.push(item);
    else parts.push((open = [item]));
  }
  return parts;
}

/** The file or the terminal that a request is about; itself where it is about neither. */
function subjectOf(request: Message): unknown {
  const { path, terminalId } = paramsOf(request);
  return path ?? terminalId ?? resultOf(request.answer)['terminalId'] ?? request;
}
