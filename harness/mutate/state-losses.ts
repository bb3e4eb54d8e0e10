import { createCounts, createFrameNormalizer } from '../normalize/index.js';
import { methodOf, partSessions, readMessages, resultOf, toolCallOf, updateOf, type Message } from '../surfaces/causal-messages.js';
import { standsBeside } from '../surfaces/beside.js';
import { formSession, isStrand, type Segment, type ToolStrand } from '../surfaces/causal-strands.js';
import { fieldsOf, foldRequest, isFact } from '../surfaces/state-fold.js';
import type { Capture, CaptureContext } from './capture.js';

/** What compare mode `state` says it gives up, in the words of the report. */
export const STATE_LOSSES = {
  order: 'state: the order of frames within a turn',
  before: 'state: values before the last',
  often: 'state: how often the client was asked for the same thing',
  told: 'state: whether a mode or config change was told by an update or by an answer',
} as const;

type Json = Record<string, unknown>;

/** One agent frame, and what of it a later frame takes back. */
export interface Told {
  readonly message: Message;
  /** What it adds to: a tool call, a kind of session fact, a message, a list of its own. */
  readonly strand: string;
  readonly fields: Readonly<Json>;
  /** Fields whose value a later frame replaces, with the reason. */
  readonly lost: Map<string, string>;
  /** The turn it stands in; absent where its turn is no fact. */
  segment?: Segment;
  /** Whether its place is that of the thing it adds to. */
  isFirst: boolean;
}

/**
 * What becomes of each agent frame once a run is folded to its final state: by the rules that the mode states, not by
 * asking the fold.
 */
export function toldFrames({ frames, bindings }: Capture, { normalizers, aside }: CaptureContext): Map<number, Told> {
  const messages = readMessages(frames, createFrameNormalizer({ bindings, counts: createCounts(), normalizers }));
  // A line of the client that is no frame is no message.
  const indices = frames.flatMap(({ from, value }, index) => (from === 'client' && value === undefined ? [] : [index]));
  const places = new Map(messages.map((message, at) => [message, indices[at]!]));
  const told = new Map<Message, Told>();
  for (const [session, own] of partSessions(messages)) {
    const { segments } = formSession(own, session === undefined, standsBeside(aside?.updates));
    for (const segment of segments) tellSegment(segment, told);
    tellFacts(own, told);
    replaceLater([...told.values()].filter(({ message }) => message.session === session));
  }
  return new Map([...told].map(([message, one]) => [places.get(message)!, one]));
}

function tellSegment(segment: Segment, told: Map<Message, Told>): void {
  for (const item of segment.spine) {
    if (isStrand(item)) {
      tellTool(item, segment, told);
      continue;
    }
    const update = updateOf(item);
    const kind = update?.['sessionUpdate'];
    if (isFact(kind)) continue;
    const { messageId } = update ?? {};
    const strand = String(kind).endsWith('_chunk')
      ? `${String(kind)} ${typeof messageId === 'string' ? messageId : `of ${segment.name}`}`
      : `${item.kind} ${methodOf(item)} ${String(kind)}`;
    const { content: _joined, messageId: _id, ...fields } = update ? fieldsOf(update) : {};
    told.set(item, { message: item, strand, fields, lost: new Map(), segment, isFirst: !hasStrand(told, item, strand) });
  }
}

const hasStrand = (told: Map<Message, Told>, { session }: Message, strand: string): boolean =>
  /_chunk /.test(strand) && [...told.values()].some((one) => one.strand === strand && one.message.session === session);

function tellTool({ id, start, rest }: ToolStrand, segment: Segment, told: Map<Message, Told>): void {
  for (const [at, message] of (start ? [start, ...rest] : rest).entries()) {
    const { toolCallId: _id, ...fields } = fieldsOf(updateOf(message) ?? {});
    told.set(message, { message, strand: `tool ${id} of ${segment.name}`, fields, lost: new Map(), segment, isFirst: at === 0 });
  }
}

/** Mode and config are also told by answers, and these replace what an update said. */
function tellFacts(own: readonly Message[], told: Map<Message, Told>): void {
  for (const message of own) {
    const update = updateOf(message);
    if (message.from !== 'agent' || !update || !isFact(update['sessionUpdate'])) continue;
    told.set(message, { message, strand: String(update['sessionUpdate']), fields: fieldsOf(update), lost: new Map(), isFirst: false });
  }
  for (const [at, message] of own.entries()) {
    const replaced = factsOfAnswer(message);
    for (const earlier of own.slice(0, at)) {
      const one = told.get(earlier);
      if (one && replaced.includes(one.strand)) for (const key of Object.keys(one.fields)) one.lost.set(key, STATE_LOSSES.told);
    }
  }
}

function factsOfAnswer(message: Message): string[] {
  if (message.from !== 'agent' || message.kind !== 'response' || !message.about || 'error' in message.frame) return [];
  const { modes, configOptions } = resultOf(message);
  return [
    ...(methodOf(message.about) === 'session/set_mode' || modes !== undefined ? ['current_mode_update'] : []),
    ...(Array.isArray(configOptions) ? ['config_option_update'] : []),
  ];
}

/** A later frame of a strand replaces what an earlier one said: field by field, of most facts the whole. */
function replaceLater(told: readonly Told[]): void {
  const last = new Map<string, Set<string>>();
  for (const { strand, fields, lost } of told.toReversed()) {
    const later = last.get(strand);
    const isWhole = isFact(strand) && strand !== 'session_info_update';
    for (const key of Object.keys(fields))
      if (later?.has(key) || (later && isWhole)) if (!lost.has(key)) lost.set(key, STATE_LOSSES.before);
    last.set(strand, new Set([...(later ?? []), ...Object.keys(fields)]));
  }
}

const isWholeLost = ({ fields, lost }: Told): boolean => Object.keys(fields).every((key) => lost.has(key));
const question = ({ message }: Told): string => JSON.stringify(foldRequest(message));
const isChunk = ({ strand }: Told): boolean => /_chunk /.test(strand);

/** Why nothing has to show that a frame is lost or stands twice; undefined where something has to. */
export function lossOfRecord(kind: 'dropped' | 'doubled', one: Told | undefined, all: Iterable<Told>): string | undefined {
  if (!one || isChunk(one)) return undefined;
  const { message, segment, strand } = one;
  if (message.kind === 'request') {
    if (toolCallOf(message) !== undefined) return undefined;
    const equal = [...all].filter(
      (other) => other.message.kind === 'request' && other.segment === segment && question(other) === question(one),
    );
    return kind === 'doubled' || equal.length > 1 ? STATE_LOSSES.often : undefined;
  }
  if (!strand.startsWith('tool ') && !isFact(strand)) return undefined;
  if (kind === 'dropped' && !isWholeLost(one)) return undefined;
  return [...one.lost.values()].includes(STATE_LOSSES.told) ? STATE_LOSSES.told : STATE_LOSSES.before;
}

/**
 * Why nothing has to show that two neighbours changed places; undefined where something has to.
 *
 * @param isParted whether the client made a request between them
 */
export function lossOfOrder(a: Told | undefined, b: Told | undefined, isParted: boolean): string | undefined {
  // An answer that comes after the next request of the client makes one turn of two.
  if (!a || !b) return isParted || (!a && !b) ? undefined : STATE_LOSSES.order;
  if (a.message.session === b.message.session && isOrderKept(a, b)) return undefined;
  return STATE_LOSSES.order;
}

function isOrderKept(a: Told, b: Told): boolean {
  // What a later turn did first is no longer its own.
  if (a.segment && b.segment && a.segment !== b.segment) return a.isFirst || b.isFirst;
  if (isChunk(a) && isChunk(b)) return a.strand === b.strand || (a.isFirst && b.isFirst && kindOf(a) === kindOf(b));
  if (a.strand !== b.strand) return false;
  if (a.message.kind === 'request' || b.message.kind === 'request')
    return a.strand.startsWith('tool ') && a.message.kind === b.message.kind;
  if (!a.strand.startsWith('tool ') && !isFact(a.strand)) return true;
  return Object.keys(b.fields).some(
    (key) => !b.lost.has(key) && key in a.fields && JSON.stringify(a.fields[key]) !== JSON.stringify(b.fields[key]),
  );
}

const kindOf = ({ strand }: Told): string => strand.split(' ', 1)[0]!;
