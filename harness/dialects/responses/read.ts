import { streamFailure } from '../failures.js';
import { fieldsOf, isFields, keyOf, listOf, numberOf, textOf, without, type Fields } from '../json.js';
import type { ReplyBuilder } from '../reply-builder.js';
import { callOf, isCallItem } from './items.js';
import { messageText, reasoningText } from './request.js';

/** One event of a stream. Pieces build the blocks; an item that came without pieces is taken from its end. */
export function readResponses(event: Fields, builder: ReplyBuilder): void {
  const type = textOf(event['type']);
  const item = keyOf(event['output_index'], event['item_id']);
  const delta = textOf(event['delta']);
  switch (type) {
    case 'response.created':
      return readId(fieldsOf(event['response']), builder);
    case 'response.output_item.added':
      return startItem(item, fieldsOf(event['item']), builder);
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      if (type === 'response.refusal.delta') builder.memory.set('refused', true);
      return addText(item, 'text', keyOf(event['content_index']), delta, builder);
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return addText(item, 'reasoning', keyOf(event['summary_index'], event['content_index']), delta, builder);
    case 'response.function_call_arguments.delta':
    case 'response.mcp_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
      return builder.arguments(`call ${item}`, delta);
    case 'response.output_item.done':
      return endItem(item, fieldsOf(event['item']), builder);
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
    case 'response.cancelled':
      return readEnd(fieldsOf(event['response']), builder);
    case 'error': {
      const error = isFields(event['error']) ? event['error'] : event;
      return builder.fail(streamFailure(textOf(error['message']), error['code'], error['type'], event['status']));
    }
    default:
  }
}

function readId(response: Fields, builder: ReplyBuilder): void {
  if (typeof response['id'] === 'string') builder.responseId = response['id'];
}

function addText(item: string, kind: 'text' | 'reasoning', part: string, delta: string, builder: ReplyBuilder): void {
  const key = `${kind} ${item} ${part}`;
  builder.memory.set(`key ${item}`, key);
  builder.text(key, kind, delta);
}

/** Calls of the client's tools stream their arguments; those of the provider's own kinds are read when they are whole. */
function startItem(at: string, item: Fields, builder: ReplyBuilder): void {
  if (!isCallItem(item) || typeof item['name'] !== 'string') return;
  const { id, name, arguments: said } = callOf(item);
  builder.start(`call ${at}`, 'tool-call', { id, name });
  builder.arguments(`call ${at}`, said);
}

function endItem(at: string, item: Fields, builder: ReplyBuilder): void {
  if (typeof item['id'] === 'string') builder.items.push(item['id']);
  if (isCallItem(item)) {
    const call = callOf(item);
    const key = `call ${at}`;
    if (!builder.find(key)) builder.start(key, 'tool-call', { id: call.id, name: call.name });
    if (builder.find(key)?.text === '') builder.arguments(key, call.arguments);
    return builder.close(key);
  }
  const kind = item['type'] === 'reasoning' ? 'reasoning' : 'text';
  const streamed = builder.memory.get(`key ${at}`) as string | undefined;
  const key = streamed ?? `${kind} ${at} 0`;
  if (streamed === undefined) builder.text(key, kind, kind === 'reasoning' ? reasoningText(item) : messageText(item));
  if (listOf(item['content']).some(({ type }) => type === 'refusal')) builder.memory.set('refused', true);
  const sealed = textOf(item['encrypted_content']);
  if (sealed !== '') {
    if (!builder.find(key)) builder.start(key, 'reasoning');
    builder.sign(key, sealed);
  }
  for (let part = 0; builder.find(`${kind} ${at} ${part}`); part++) builder.close(`${kind} ${at} ${part}`);
  builder.close(key);
}

function readEnd(response: Fields, builder: ReplyBuilder): void {
  readId(response, builder);
  spend(fieldsOf(response['usage']), builder);
  const status = textOf(response['status']) || 'completed';
  const error = response['error'];
  if (isFields(error)) return builder.fail(streamFailure(textOf(error['message']), error['code'], error['type']), status);
  const reason = textOf(fieldsOf(response['incomplete_details'])['reason']);
  builder.end(reason || status, kindOf(reason || status, builder));
}

function kindOf(word: string, builder: ReplyBuilder): string {
  if (word === 'max_output_tokens') return 'max-tokens';
  if (word === 'content_filter') return 'refusal';
  if (word !== 'completed') return word;
  if (builder.calls > 0) return 'tool-calls';
  return builder.memory.has('refused') ? 'refusal' : 'stop';
}

/** A whole response as the events that would have streamed it. */
export function responsesEvents(body: Fields): Fields[] {
  const items = listOf(body['output']).map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }));
  if (body['object'] === undefined && isFields(body['error'])) return [{ type: 'error', error: body['error'] }];
  return [...items, { type: 'response.completed', response: without(body, 'output') }];
}

function spend(usage: Fields, builder: ReplyBuilder): void {
  builder.spend({
    inputTokens: numberOf(usage['input_tokens']),
    outputTokens: numberOf(usage['output_tokens']),
    cacheReadTokens: numberOf(fieldsOf(usage['input_tokens_details'])['cached_tokens']),
    reasoningTokens: numberOf(fieldsOf(usage['output_tokens_details'])['reasoning_tokens']),
  });
}
