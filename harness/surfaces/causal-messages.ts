import type { FrameNormalizer } from '../normalize/index.js';
import type { CapturedFrame } from './frame.js';
import { readTextChunk } from './text-chunk.js';

type Json = Record<string, unknown>;

/** A frame that knows its answer, its session and what it is about. Ids are as sent. */
export interface Message {
  readonly from: 'agent' | 'client';
  readonly frame: Json;
  readonly kind: 'request' | 'response' | 'notification' | 'noise';
  session: string | undefined;
  /** The answer to a request; the request of an answer, or what a cancellation or an elicitation names. */
  answer?: Message;
  about?: Message;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const paramsOf = (message: Message): Json => (isObject(message.frame['params']) ? message.frame['params'] : {});
export const resultOf = (message: Message | undefined): Json => (isObject(message?.frame['result']) ? message.frame['result'] : {});
export const methodOf = (message: Message): string | undefined => text(message.frame['method']);

export function updateOf(message: Message): Json | undefined {
  const update = paramsOf(message)['update'];
  return methodOf(message) === 'session/update' && isObject(update) ? update : undefined;
}

/** The tool call that a frame is about, as an update of it or as a request about it. */
export function toolCallOf(message: Message): string | undefined {
  const update = updateOf(message);
  if (update) return text(update['toolCallId']);
  if (message.kind === 'notification') return message.about && toolCallOf(message.about);
  const { toolCall, toolCallId } = paramsOf(message);
  return isObject(toolCall) ? text(toolCall['toolCallId']) : text(toolCallId);
}

/**
 * Reads frames into messages: values normalized, keys of agent frames sorted, answers joined with their requests by
 * direction and id. Text chunks keep their text as sent, for a path may be split over them.
 */
export function readMessages(frames: readonly CapturedFrame[], normalizer: FrameNormalizer): Message[] {
  const requests = new Map<string, Message>();
  const open = new Set<Message>();
  const messages: Message[] = [];
  for (const { from, value, raw } of frames) {
    if (value === undefined) {
      if (from === 'agent') messages.push({ from, frame: { noise: normalizer.text(raw) }, kind: 'noise', session: undefined });
      continue;
    }
    const isChunk = from === 'agent' && readTextChunk(value) !== undefined;
    const normalized = normalizer.frame(value, from, isChunk ? ['fields'] : ['fields', 'text']);
    // A chunk becomes part of a record of ours, whose keys have one order.
    const frame = from === 'agent' && !isChunk ? sortKeys(normalized) : normalized;
    const message: Message = { from, frame, kind: kindOf(value), session: undefined };
    join(message, requests, open);
    messages.push(message);
  }
  return messages;
}

function kindOf(frame: Readonly<Json>): Message['kind'] {
  if ('method' in frame) return 'id' in frame ? 'request' : 'notification';
  return 'response';
}

const keyOf = (from: Message['from'], id: unknown): string => `${from}:${typeof id}:${String(id)}`;
const otherSide = (from: Message['from']): Message['from'] => (from === 'agent' ? 'client' : 'agent');

/** A second answer to one request stays alone, as does an answer to nothing: each is a record of its own. */
function join(message: Message, requests: Map<string, Message>, open: Set<Message>): void {
  const { frame, from, kind } = message;
  const params = paramsOf(message);
  if (kind === 'response') {
    const request = requests.get(keyOf(otherSide(from), frame['id']));
    if (!request || !open.delete(request)) return;
    request.answer = message;
    message.about = request;
    // A request that makes a session learns its id only here.
    request.session ??= text(resultOf(message)['sessionId']);
    message.session = request.session;
    return;
  }
  if ('requestId' in params) {
    const about = requests.get(keyOf(methodOf(message) === '$/cancel_request' ? from : otherSide(from), params['requestId']));
    if (about) message.about = about;
  }
  message.session = text(params['sessionId']) ?? message.about?.session;
  if (kind !== 'request') return;
  requests.set(keyOf(from, frame['id']), message);
  open.add(message);
}

function sortKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sortKeys) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sortKeys(value[key])]),
  ) as T;
}

/** Sessions in the order the client first named or made them; then those only the agent speaks of. */
export function partSessions(messages: readonly Message[]): Map<string | undefined, Message[]> {
  const sessions = new Map<string | undefined, Message[]>([[undefined, []]]);
  for (const { from, kind, session } of messages) if (from === 'client' && kind === 'request') sessions.set(session, []);
  for (const message of messages) {
    const known = sessions.get(message.session);
    if (known) known.push(message);
    else sessions.set(message.session, [message]);
  }
  return sessions;
}
