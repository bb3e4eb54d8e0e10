import type { FrameNormalizer } from '../normalize/index.js';
import type { TranscriptRecord } from '../schema/index.js';
import { methodOf, partSessions, readMessages, updateOf, type Message } from './causal-messages.js';
import { formSession, isStrand, type Segment } from './causal-strands.js';
import type { CapturedFrame } from './frame.js';
import { createTieBreaker, type Bearer } from './ties.js';
import { fieldsOf, foldFacts, foldRequest, foldTool, isFact, joinContent, outcomeOf } from './state-fold.js';

type Json = Record<string, unknown>;

/** One thing of the final state, its ids as sent. */
interface Draft {
  readonly segment?: string;
  readonly strand: string;
  readonly state: Json;
}

/**
 * What a run leads to, session by session: in each segment the messages with their pieces joined, the tool calls as
 * their updates leave them, what the agent asked of the client, how each request was answered; then the plan, mode,
 * config, commands, info and usage that the session ends with. Ids are numbered only when all is sorted.
 *
 * @param order tool call ids in the order of the replay source.
 */
export function stateRecords(
  frames: readonly CapturedFrame[],
  normalizer: FrameNormalizer,
  order: readonly string[],
  isBeside?: (frame: unknown) => boolean,
): TranscriptRecord[] {
  const messages = readMessages(frames, normalizer);
  const noise = messages.flatMap(({ kind, frame }) =>
    kind === 'noise' ? [{ from: 'agent' as const, noise: frame['noise'] as string }] : [],
  );
  const sessions = [...partSessions(messages)].map(([session, own]) => {
    const told = new Map<string, Json>();
    const segments = formSession(own, session === undefined, isBeside).segments.map((segment) => foldSegment(segment, told));
    return { session, segments, facts: foldFacts(own) };
  });
  const sort = createSorter(
    normalizer,
    order,
    sessions.flatMap(({ segments }) => segments.flatMap(({ tools, requests }) => [...tools, ...requests])),
  );
  const states = sessions.flatMap(({ session, segments, facts }) =>
    [
      ...segments.flatMap((folded) => draftsOf(folded, sort)),
      ...[...facts].map(([kind, state]): Draft => ({ strand: kind === 'plan' ? kind : `metadata:${kind}`, state })),
    ].map((draft) => write(draft, session, normalizer)),
  );
  return [...noise, ...states];
}

function write({ segment, strand, state }: Draft, session: string | undefined, normalizer: FrameNormalizer): TranscriptRecord {
  const { content } = state;
  // Pieces of text are joined only here: a message may go on in a later turn. A path may be split over them.
  const whole = isChunk(strand) ? { ...state, content: joinContent(content as unknown[]) } : state;
  const { sessionId, ...numbered } = normalizer.frame({ params: { sessionId: session, ...whole } }, 'agent', ['text', 'ids'])[
    'params'
  ] as Json;
  return {
    from: 'agent',
    ...(session !== undefined && { session: sessionId as string }),
    ...(segment !== undefined && { segment }),
    strand: strand === 'tool' ? `tool:${numbered['toolCallId'] as string}` : strand,
    state: numbered,
  };
}

/** A segment as it ends; its tools and requests are not sorted yet. */
interface Folded {
  readonly name: string;
  readonly chunks: Draft[];
  readonly tools: Json[];
  readonly requests: Json[];
  readonly others: Draft[];
}

function foldSegment({ name, requests, spine }: Segment, told: Map<string, Json>): Folded {
  const messages = spine.filter((item): item is Message => !isStrand(item));
  return {
    name,
    chunks: foldChunks(messages, told),
    tools: spine.filter(isStrand).map((strand): Json => ({ toolCallId: strand.id, ...foldTool(strand) })),
    requests: foldRequests(messages),
    others: [
      ...foldOthers(messages),
      ...requests.map((request) => ({ strand: `answer:${methodOf(request)}`, state: outcomeOf(request.answer) })),
    ],
  };
}

function draftsOf({ name, chunks, tools, requests, others }: Folded, sort: (states: readonly Json[]) => Json[]): Draft[] {
  return [
    ...chunks,
    ...sort(tools).map((state) => ({ strand: 'tool', state })),
    ...sort(requests).map((state) => ({ strand: `request:${state['method'] as string}`, state })),
    ...others,
  ].map((draft) => ({ segment: name, ...draft }));
}

/** Sorts by the place in the replay source, then by text with ids blanked, then by what tells equal texts apart. */
function createSorter(normalizer: FrameNormalizer, order: readonly string[], all: readonly Json[]): (states: readonly Json[]) => Json[] {
  const places = new Map<unknown, number>(order.map((id, place) => [id, place]));
  const bearers = new Map(all.map((state): [Json, Bearer] => [state, { frame: { params: state }, from: 'agent' }]));
  const tie = createTieBreaker(normalizer, () => [...bearers.values()]);
  return (states) => {
    const keyed = states.map((state) => ({
      bearer: bearers.get(state)!,
      state,
      place: places.get(state['toolCallId']) ?? Infinity,
      text: JSON.stringify(normalizer.frame({ params: state }, 'agent', ['blank'])),
    }));
    keyed.sort((a, b) => (a.place === b.place ? compareTexts(a.text, b.text) : a.place - b.place));
    // Equal ones by equal ones: where a terminal was created first, it is read first.
    for (let from = 0, to = 0; from < keyed.length; from = to) {
      while (to < keyed.length && keyed[to]!.text === keyed[from]!.text && keyed[to]!.place === keyed[from]!.place) to++;
      const equal = keyed.slice(from, to).toSorted((a, b) => tie.compare([a.bearer], [b.bearer]));
      keyed.splice(from, equal.length, ...equal);
      tie.placed(equal.map(({ bearer }) => bearer));
    }
    return keyed.map(({ state }) => state);
  };
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const isChunk = (kind: unknown): boolean => /^(?:agent_message|agent_thought|user_message)_chunk$/.test(String(kind));

/** Messages by kind and id; without an id what one kind says in a segment is one message. `told`: those of earlier segments. */
function foldChunks(messages: readonly Message[], told: Map<string, Json>): Draft[] {
  const found: Draft[] = [];
  const own = new Map<string, Json>();
  for (const message of messages) {
    const update = updateOf(message);
    if (!update || !isChunk(update['sessionUpdate'])) continue;
    const { content, ...fields } = fieldsOf(update);
    const key = JSON.stringify([update['sessionUpdate'], fields['messageId'] ?? null]);
    const known = (typeof fields['messageId'] === 'string' ? told : own).get(key);
    if (known) {
      Object.assign(known, fields);
      (known['content'] as unknown[]).push(content);
      continue;
    }
    const state = { ...fields, content: [content] };
    (typeof fields['messageId'] === 'string' ? told : own).set(key, state);
    found.push({ strand: update['sessionUpdate'] as string, state });
  }
  // How thoughts and messages alternate is a race; the messages of one kind keep their order.
  return found.toSorted((a, b) => compareTexts(a.strand, b.strand));
}

/** What the agent asked of the client, each once: how often it polled is timing. */
function foldRequests(messages: readonly Message[]): Json[] {
  const byQuestion = new Map<string, Json>();
  for (const request of messages) {
    if (request.kind !== 'request') continue;
    const state = foldRequest(request);
    byQuestion.set(JSON.stringify(state), state);
  }
  return [...byQuestion.values()];
}

/** Updates and notifications of no known state, and answers to nothing: as they came, kind by kind. */
function foldOthers(messages: readonly Message[]): Draft[] {
  const found = messages.flatMap((message): Draft[] => {
    const kind = updateOf(message)?.['sessionUpdate'];
    if (message.kind === 'request' || message.kind === 'noise' || isChunk(kind) || isFact(kind)) return [];
    if (message.kind === 'response') return [{ strand: 'answer to nothing', state: { frame: message.frame } }];
    return [{ strand: typeof kind === 'string' ? `update:${kind}` : `notification:${methodOf(message)}`, state: { frame: message.frame } }];
  });
  return found.toSorted((a, b) => compareTexts(a.strand, b.strand));
}
