import type { CapturedFrame } from '../surfaces/frame.js';

interface Common {
  /** Place of its frame in the list. */
  readonly index: number;
  readonly frame: CapturedFrame;
  readonly from: 'agent' | 'client';
}

export interface RequestMessage extends Common {
  readonly kind: 'request';
  readonly method: string;
  readonly params: unknown;
  readonly id: unknown;
  /** Requests of the same side with the same id that were open when it was sent. */
  readonly openTwins: number;
  /** First answer to it. */
  answer?: ResponseMessage;
}

export interface NotificationMessage extends Common {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: unknown;
  /** Where it is a `session/update` of the agent that names a session. */
  readonly update?: Update;
}

export interface Update {
  readonly session: string;
  /** Its `sessionUpdate`. */
  readonly kind: string;
  readonly fields: Fields;
}

export interface ResponseMessage extends Common {
  readonly kind: 'response';
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  /** The request it answers; absent where no request with this id is open. */
  readonly request?: RequestMessage;
  /** A request with this id had been answered already. */
  readonly repeated: boolean;
}

/** A line that is no JSON object. */
export interface NoiseMessage extends Common {
  readonly kind: 'noise';
}

/** A JSON object that is no JSON-RPC message. */
export interface InvalidMessage extends Common {
  readonly kind: 'invalid';
}

export type Message = RequestMessage | NotificationMessage | ResponseMessage | NoiseMessage | InvalidMessage;

/**
 * Reads frames as JSON-RPC and joins answers to their requests. Both sides number their requests alike, so that an id
 * is told apart by who asked and by its JSON type: `"0"` is not `0`.
 */
export function readMessages(frames: readonly CapturedFrame[]): Message[] {
  const open = { agent: new Map<string, RequestMessage[]>(), client: new Map<string, RequestMessage[]>() };
  return frames.map((frame, index): Message => {
    const common = { index, frame, from: frame.from };
    const { value } = frame;
    if (!value) return { ...common, kind: 'noise' };
    if (typeof value['method'] === 'string') {
      const call = { ...common, method: value['method'], params: value['params'] };
      if (!('id' in value)) return notification(call);
      const asked = askedWith(open[frame.from], value['id']);
      const request: RequestMessage = {
        ...call,
        kind: 'request',
        id: value['id'],
        openTwins: asked.filter(({ answer }) => !answer).length,
      };
      asked.push(request);
      return request;
    }
    if (!('id' in value) || 'method' in value || 'result' in value === 'error' in value) return { ...common, kind: 'invalid' };
    const asked = askedWith(open[frame.from === 'agent' ? 'client' : 'agent'], value['id']);
    const request = asked.find(({ answer }) => !answer);
    const response: ResponseMessage = {
      ...common,
      kind: 'response',
      id: value['id'],
      ...('result' in value ? { result: value['result'] } : { error: value['error'] }),
      ...(request && { request }),
      repeated: !request && asked.length > 0,
    };
    if (request) request.answer = response;
    return response;
  });
}

function notification(call: Omit<NotificationMessage, 'kind'>): NotificationMessage {
  const params = fieldsOf(call.params);
  const session = params['sessionId'];
  if (call.from !== 'agent' || call.method !== 'session/update' || typeof session !== 'string') return { ...call, kind: 'notification' };
  const fields = fieldsOf(params['update']);
  return { ...call, kind: 'notification', update: { session, kind: String(fields['sessionUpdate']), fields } };
}

function askedWith(requests: Map<string, RequestMessage[]>, id: unknown): RequestMessage[] {
  const key = JSON.stringify(id);
  let asked = requests.get(key);
  if (!asked) requests.set(key, (asked = []));
  return asked;
}

/** Only what the agent answered without an error. */
export function isResult(message: Message): message is ResponseMessage & { request: RequestMessage } {
  return message.kind === 'response' && message.request !== undefined && 'result' in message;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A JSON object's fields; none where the value is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The elements of a list; none where the value is something else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The session that a request or notification names. */
export function sessionOf(message: Message): string | undefined {
  if (message.kind !== 'request' && message.kind !== 'notification') return undefined;
  const session = fieldsOf(message.params)['sessionId'];
  return typeof session === 'string' ? session : undefined;
}

/** A message's update, where it is a `session/update` of the agent that names a session. */
export function updateOf(message: Message): Update | undefined {
  return message.kind === 'notification' ? message.update : undefined;
}
