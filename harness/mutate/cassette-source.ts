import { decodeReply, mapReplyTexts } from '../dialects/index.js';
import { exchange, type Dialect, type SseEvent, type WireReply } from '../schema/index.js';
import { otherText } from './other-text.js';
import type { SourceMutation } from './source.js';

/** A change of one reply, and what it changes. */
interface ReplyChange {
  readonly kind: SourceMutation['kind'];
  readonly reply: WireReply;
}

/**
 * Every text, tool call and finish of a cassette's replies, changed once, and the status of each that failed; of authored
 * records too. A text is changed wherever the reply says it: some dialects say it in deltas and once more as a whole.
 * Reasoning is left alone, because many agents show it to nobody.
 */
export function cassetteMutations(name: string, text: string): SourceMutation[] {
  const rows = text.split('\n');
  return rows.flatMap((raw, at) => {
    if (raw === '') return [];
    const row = JSON.parse(raw) as Record<string, unknown>;
    return changesOf(row).map(({ kind, value }) => ({
      kind,
      file: name,
      where: `${name}:${at + 1}`,
      text: rows.with(at, JSON.stringify(value)).join('\n'),
    }));
  });
}

function changesOf(row: Record<string, unknown>): { kind: SourceMutation['kind']; value: unknown }[] {
  if (row['type'] === 'reply' || row['type'] === 'hang' || row['type'] === 'error') return authoredChanges(row);
  if (row['type'] !== 'exchange') return [];
  const { dialect, reply } = exchange.parse(row);
  return replyChanges(dialect, reply).map(({ kind, reply: value }) => ({ kind, value: { ...row, reply: value } }));
}

function replyChanges(dialect: Dialect, reply: WireReply): ReplyChange[] {
  const { chunks, reply: said } = decodeReply(dialect, reply);
  const texts = chunks.flatMap((chunk) => (chunk.type === 'block-end' && chunk.block.type === 'text' ? [chunk.block.text] : []));
  const changed = [
    ...[...new Set(texts)].map((text) => ({ kind: 'text' as const, reply: withText(dialect, reply, text) })),
    ...said.calls.map((call) => ({ kind: 'argument' as const, reply: withArgument(dialect, reply, call.arguments) })),
    { kind: 'finish' as const, reply: reply.status >= 400 ? { ...reply, status: otherFailure(reply.status) } : withFinish(dialect, reply) },
  ];
  return changed.filter((change) => JSON.stringify(change.reply) !== JSON.stringify(reply));
}

/** Wherever the reply says this text: in deltas, and once more as a whole. */
function withText(dialect: Dialect, reply: WireReply, text: string): WireReply {
  return mapReplyTexts(dialect, reply, (joined) => (joined === text ? otherText(text) : joined));
}

/** One text of the call's arguments, as JSON in a text and as a value; arguments without a text are changed as they stand. */
function withArgument(dialect: Dialect, reply: WireReply, args: string): WireReply {
  const leaf = firstText(parsed(args));
  const [from, to] = leaf === undefined ? [args, otherText(args)] : [JSON.stringify(leaf), JSON.stringify(otherText(leaf))];
  return mapReplyTexts(dialect, reply, (joined, escaped) => {
    if (!escaped) return leaf !== undefined && joined === leaf ? otherText(leaf) : joined;
    return joined === args ? joined.replace(from, () => to) : joined;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = firstText(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How each dialect words an end, and an end for want of tokens. */
const FINISHES: Readonly<Record<Dialect, readonly [field: string, cut: string, other: string]>> = {
  'openai-chat': ['finish_reason', 'length', 'stop'],
  'openai-responses': ['status', 'incomplete', 'completed'],
  anthropic: ['stop_reason', 'max_tokens', 'end_turn'],
  gemini: ['finishReason', 'MAX_TOKENS', 'STOP'],
};

function withFinish(dialect: Dialect, reply: WireReply): WireReply {
  const { events, body } = reply;
  if (events) return { ...reply, events: events.map((event) => eventWithFinish(dialect, event)) };
  return body === undefined ? reply : { ...reply, body: jsonWithFinish(dialect, body) };
}

const END = /"type":\s*"response\.(completed|incomplete)"/;

/** Responses say it by the type of the last event; its items keep their own status. */
function eventWithFinish(dialect: Dialect, event: SseEvent): SseEvent {
  if (event.data === undefined) return event;
  if (dialect !== 'openai-responses') return { ...event, data: jsonWithFinish(dialect, event.data) };
  const end = END.exec(event.data)?.[1];
  if (end === undefined) return event;
  const other = end === 'completed' ? 'incomplete' : 'completed';
  const payload = parsed(event.data) as { response?: Record<string, unknown> };
  return {
    ...event,
    ...(event.event !== undefined && { event: `response.${other}` }),
    data: JSON.stringify({ ...payload, type: `response.${other}`, response: finished(payload.response ?? {}, other) }),
  };
}

const finished = (response: Record<string, unknown>, status: string): Record<string, unknown> => ({
  ...response,
  status,
  incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
});

function jsonWithFinish(dialect: Dialect, text: string): string {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return text;
  if (dialect === 'openai-responses') {
    const { status } = value as { status?: unknown };
    if (status !== 'completed' && status !== 'incomplete') return text;
    return JSON.stringify(finished(value as Record<string, unknown>, status === 'completed' ? 'incomplete' : 'completed'));
  }
  const [field, cut, other] = FINISHES[dialect];
  let isChanged = false;
  const changed = JSON.stringify(value, (name, inner: unknown) => {
    if (name !== field || typeof inner !== 'string') return inner;
    isChanged = true;
    return inner === cut ? other : cut;
  });
  return isChanged ? changed : text;
}

/**
 * An error that is worth another try becomes one that is not, and the reverse. Its message is left alone: where the next
 * try succeeds, no agent shows it to anybody.
 */
const otherFailure = (status: number): number => (status === 408 || status === 429 || status >= 500 ? 400 : 503);

function authoredChanges(row: Record<string, unknown>): { kind: SourceMutation['kind']; value: unknown }[] {
  const changes: { kind: SourceMutation['kind']; value: unknown }[] = [];
  if (row['type'] === 'error') changes.push({ kind: 'finish', value: { ...row, status: otherFailure(Number(row['status'])) } });
  const said = row['text'];
  if (typeof said === 'string' && said !== '') changes.push({ kind: 'text', value: { ...row, text: otherText(said) } });
  const calls = (row['toolCalls'] ?? []) as { arguments: unknown }[];
  for (const [at, call] of calls.entries()) {
    const leaf = firstText(call.arguments);
    if (leaf === undefined) continue;
    const args = JSON.parse(JSON.stringify(call.arguments).replace(JSON.stringify(leaf), () => JSON.stringify(otherText(leaf)))) as unknown;
    changes.push({ kind: 'argument', value: { ...row, toolCalls: calls.with(at, { ...call, arguments: args }) } });
  }
  if (row['type'] === 'reply')
    changes.push({ kind: 'finish', value: { ...row, finish: row['finish'] === 'max-tokens' ? 'stop' : 'max-tokens' } });
  return changes;
}
