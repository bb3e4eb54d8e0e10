import type { FrameNormalizer, Side } from '../normalize/index.js';

/** Anything with ids in it, as a frame. */
export interface Bearer {
  readonly frame: Readonly<Record<string, unknown>>;
  readonly from: Side;
}

/** How far away a difference may stand: a request, its terminal, the update that shows it, the call that is updated. */
const ROUNDS = 6;

/** Tells things apart whose texts are equal once ids are blanked. */
export interface TieBreaker {
  /** Below 0 where `a` comes first, 0 where both are interchangeable. */
  compare(a: readonly Bearer[], b: readonly Bearer[]): number;
  /** Says what was put in its place: ids that stand in it have their numbers from now on. In the order of the file. */
  placed(bearers: readonly Bearer[]): void;
}

/**
 * Tells things apart by what else their ids stand in: of two equal tool calls the one whose terminal ran `ls` is not the
 * one whose terminal ran `pwd`. What stays equal is interchangeable, but only as a whole: where one of two equal calls
 * was put first, its terminal comes first too. Without both, arrival would decide which of them gets the first number.
 *
 * @param bearers all that the ids may stand in; asked for only at the first tie.
 */
export function createTieBreaker(normalizer: FrameNormalizer, bearers: () => readonly Bearer[]): TieBreaker {
  let classes: ReadonlyMap<Bearer, number> | undefined;
  const numbers = new Map<string, number>();
  const waiting: Bearer[] = [];

  /** Ids are read only at a tie: most runs have none. */
  function number(): void {
    for (const { frame, from } of waiting.splice(0))
      for (const id of normalizer.ids(frame, from)) if (!numbers.has(id)) numbers.set(id, numbers.size);
  }

  const classOf = (bearer: Bearer): number => (classes ??= refine(normalizer, bearers())).get(bearer) ?? 0;
  const numbersOf = (own: readonly Bearer[]): number[] =>
    own.flatMap(({ frame, from }) => normalizer.ids(frame, from).map((id) => numbers.get(id) ?? Infinity));

  return {
    compare(a, b) {
      const byClass = compareLists(a.map(classOf), b.map(classOf));
      if (byClass !== 0) return byClass;
      number();
      return compareLists(numbersOf(a), numbersOf(b));
    },
    placed: (own) => void waiting.push(...own),
  };
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? a.length - b.length : a[at]! < (b[at] ?? -1) ? -1 : 1;
}

/** Colour refinement: a bearer is as its text and its ids are, an id is as its bearers are. */
function refine(normalizer: FrameNormalizer, bearers: readonly Bearer[]): Map<Bearer, number> {
  const ids = new Map(bearers.map((bearer) => [bearer, normalizer.ids(bearer.frame, bearer.from)]));
  const holders = new Map<string, Bearer[]>();
  for (const [bearer, own] of ids) for (const id of new Set(own)) holders.set(id, [...(holders.get(id) ?? []), bearer]);
  let classes = numbered(bearers, ({ frame, from }) => JSON.stringify(normalizer.frame(frame, from, ['blank'])));
  for (let round = 0, count = 0; round < ROUNDS; round++) {
    const known = classes;
    const ofId = new Map(
      [...holders].map(([id, own]) => [
        id,
        own
          .map((bearer) => padded(known.get(bearer)!))
          .toSorted()
          .join(),
      ]),
    );
    classes = numbered(
      bearers,
      (bearer) =>
        `${padded(known.get(bearer)!)}|${ids
          .get(bearer)!
          .map((id) => ofId.get(id)!)
          .join(';')}`,
    );
    const now = new Set(classes.values()).size;
    if (now === count) break;
    count = now;
  }
  return classes;
}

/** Texts of numbers are compared: 9 comes before 10. */
const padded = (number: number): string => String(number).padStart(9, '0');

/** Numbers by the order of their texts, so that they do not depend on the order of arrival. */
function numbered(bearers: readonly Bearer[], textOf: (bearer: Bearer) => string): Map<Bearer, number> {
  const texts = new Map(bearers.map((bearer) => [bearer, textOf(bearer)]));
  const places = new Map([...new Set(texts.values())].toSorted().map((text, place) => [text, place]));
  return new Map([...texts].map(([bearer, text]) => [bearer, places.get(text)!]));
}
