import { streamFailure } from '../failures.js';
import { fieldsOf, isFields, listOf, numberOf, textOf, without, type Fields } from '../json.js';
import type { ReplyBuilder } from '../reply-builder.js';
import { isCall } from './request.js';

const KINDS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'max-tokens',
  model_context_window_exceeded: 'max-tokens',
  refusal: 'refusal',
};

/** One event of a stream. A second message inside it means that the first never ended: what follows is not read. */
export function readAnthropic(event: Fields, builder: ReplyBuilder): void {
  if (builder.memory.has('spliced')) return;
  const key = `block ${String(event['index'])}`;
  switch (event['type']) {
    case 'message_start':
      return readStart(fieldsOf(event['message']), builder);
    case 'content_block_start':
      return readBlock(key, fieldsOf(event['content_block']), builder);
    case 'content_block_delta':
      return readDelta(key, fieldsOf(event['delta']), builder);
    case 'content_block_stop':
      // A call without arguments may come without a piece of them.
      if (builder.find(key)?.kind === 'tool-call' && builder.find(key)?.text === '') builder.arguments(key, '{}');
      return builder.close(key);
    case 'message_delta': {
      spend(fieldsOf(event['usage']), builder);
      const reason = fieldsOf(event['delta'])['stop_reason'];
      if (typeof reason === 'string') builder.memory.set('reason', reason);
      return;
    }
    case 'message_stop': {
      const reason = textOf(builder.memory.get('reason')) || 'end_turn';
      return builder.end(reason, KINDS[reason] ?? reason);
    }
    case 'error': {
      const { message, type } = fieldsOf(event['error']);
      return builder.fail(streamFailure(textOf(message), type), textOf(type) || 'error');
    }
    default:
  }
}

function readStart(message: Fields, builder: ReplyBuilder): void {
  const id = textOf(message['id']);
  const open = builder.memory.get('message');
  if (open !== undefined && open !== id) builder.memory.set('spliced', id);
  else spend(fieldsOf(message['usage']), builder);
  builder.memory.set('message', id);
}

function readBlock(key: string, block: Fields, builder: ReplyBuilder): void {
  if (block['type'] === 'text') return builder.text(key, 'text', textOf(block['text']));
  if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking') {
    builder.start(key, 'reasoning');
    builder.text(key, 'reasoning', textOf(block['thinking']));
    const signature = textOf(block['signature']);
    if (signature !== '') builder.sign(key, signature);
  } else if (isCall(block)) {
    builder.start(key, 'tool-call', { id: textOf(block['id']), name: textOf(block['name']) });
    const input = block['input'];
    // A stream begins with an empty input and sends the arguments after it; a body holds them here.
    if (isFields(input) && Object.keys(input).length > 0) builder.arguments(key, JSON.stringify(input));
  }
}

function readDelta(key: string, delta: Fields, builder: ReplyBuilder): void {
  switch (delta['type']) {
    case 'text_delta':
      return builder.text(key, 'text', textOf(delta['text']));
    case 'thinking_delta':
      return builder.text(key, 'reasoning', textOf(delta['thinking']));
    case 'signature_delta':
      return builder.sign(key, textOf(delta['signature']));
    case 'input_json_delta':
      return builder.arguments(key, textOf(delta['partial_json']));
    default:
  }
}

/** A whole message as the events that would have streamed it. */
export function anthropicEvents(body: Fields): Fields[] {
  if (body['type'] === 'error') return [body];
  const blocks = listOf(body['content']).flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ]);
  const ended = typeof body['stop_reason'] === 'string';
  return [
    { type: 'message_start', message: without(body, 'content') },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: body['stop_reason'] } },
    ...(ended ? [{ type: 'message_stop' }] : []),
  ];
}

/** Tokens read from the cache are counted apart, so that input is all of them together. */
function spend(usage: Fields, builder: ReplyBuilder): void {
  const input = numberOf(usage['input_tokens']);
  const cached = numberOf(usage['cache_read_input_tokens']);
  builder.spend({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (numberOf(usage['cache_creation_input_tokens']) ?? 0),
    outputTokens: numberOf(usage['output_tokens']),
    cacheReadTokens: cached,
  });
}
