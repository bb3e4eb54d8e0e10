import type { TokenKind } from './tokens.js';

/** A named rule: the value of one field is replaced by a token, for a reason that the report prints. */
export interface VolatileRule {
  readonly name: string;
  readonly reason: string;
  readonly token: string;
}

const rule = (name: string, reason: string): VolatileRule => ({ name, reason, token: `{{${name}}}` });

export const RULES = {
  time: rule('time', 'the wall clock'),
  duration: rule('duration', 'how long something took'),
  trace: rule('trace', 'tracing ids are minted per run'),
  pid: rule('pid', 'process ids are given by the system'),
  port: rule('port', 'ports are given by the system'),
  host: rule('host', 'the machine that ran it'),
  user: rule('user', 'the account that ran it'),
  agentVersion: rule('agent-version', 'a release alone changes no behaviour'),
  clientVersion: rule('client-version', 'the version of the harness'),
  system: rule('system', 'the pin of the header class holds the system prompt'),
  tools: rule('tools', 'the pin of the header class holds the tool schemas'),
} as const;

/** Ids of the protocol, by the key that holds them. They are minted by the agent, by the client or by the provider. */
const ID_KEYS = new Map<string, TokenKind>([
  ['sessionId', 'session'],
  ['parentSession', 'session'],
  ['parentSessionId', 'session'],
  ['childSession', 'session'],
  ['childSessionId', 'session'],
  ['messageId', 'message'],
  ['toolCallId', 'call'],
  ['callId', 'call'],
  ['retryId', 'retry'],
  ['terminalId', 'terminal'],
  ['elicitationId', 'elicitation'],
  ['compactionId', 'compaction'],
  ['blobId', 'blob'],
  ['planId', 'plan'],
  ['cursor', 'cursor'],
  ['nextCursor', 'cursor'],
]);

/** Ends the reason of every normalizer that numbers what it replaces. */
export const KEEPS_WHICH = 'the token keeps which is which';
export const ID_REASON = `ids are minted per run; ${KEEPS_WHICH}`;

/** Which kind of id stands under `key` of `owner`. A plain `id` is one only in a tool call's block and in a message. */
export function idKind(key: string, owner: Readonly<Record<string, unknown>>): TokenKind | undefined {
  if (key !== 'id') return ID_KEYS.get(key);
  if (owner['type'] === 'tool-call' || owner['type'] === 'tool-call-delta') return 'call';
  return typeof owner['role'] === 'string' ? 'message' : undefined;
}

/** Free-form values: no key in them is an id or a time of the protocol, whatever it is called. Only paths are replaced. */
export const FREE_FORM: ReadonlySet<string> = new Set(['rawInput', 'rawOutput', 'arguments', 'input', 'data', 'text']);

/** Side channels of an agent: times, durations, process and machine are volatile there; everything else stays. */
export const SIDE_CHANNELS: ReadonlySet<string> = new Set(['_meta', 'meta']);

const TIME_KEY = /^(?:time|timestamp|lastModified)$|[a-z](?:At|Timestamp)$/;
const DURATION_KEY = /^(?:duration|elapsed|latency)(?:Ms|Seconds)?$/;
const ENVIRONMENT = new Map<string, VolatileRule>([
  ['pid', RULES.pid],
  ['ppid', RULES.pid],
  ['port', RULES.port],
  ['host', RULES.host],
  ['hostname', RULES.host],
  ['user', RULES.user],
  ['username', RULES.user],
  ['traceparent', RULES.trace],
  ['tracestate', RULES.trace],
]);

const isTime = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T|^\d{10,}$/.test(value));

/** `updatedAt`, `lastModified` and the like, wherever the protocol may hold them. Null stays: it clears the field. */
export function timeRule(key: string, value: unknown): VolatileRule | undefined {
  return isTime(value) && TIME_KEY.test(key) ? RULES.time : undefined;
}

/** In a side channel or beside an event's facts. A value of another type than the rule expects stays, so that it shows. */
export function sideRule(key: string, value: unknown): VolatileRule | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (typeof value === 'number' && DURATION_KEY.test(key)) return RULES.duration;
  return ENVIRONMENT.get(key) ?? timeRule(key, value);
}
