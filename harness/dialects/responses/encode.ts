import type { SseEvent } from '../../schema/index.js';
import { callsOf, finishOf, piecesOf, usageOf } from '../authored.js';
import type { AuthoredReply, EncodeOptions } from '../dialect.js';
import type { Fields } from '../json.js';

export function responsesStream(reply: AuthoredReply, options: EncodeOptions, open: boolean): SseEvent[] {
  const response = responseOf(options);
  const started = { ...response, status: 'in_progress', output: [] };
  const items = itemsOf(reply, options);
  const last = items.length - 1;
  const payloads: Fields[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    // Of a reply that hangs, the last item stays open.
    ...items.flatMap((item, at) => itemEvents(item, at, { open: open && at === last, pieces: piecesOfItem(item, items, options) })),
  ];
  if (!open) {
    const end = endOf(reply);
    payloads.push({ type: `response.${end.status}`, response: { ...response, ...end, output: items, usage: usage(reply) } });
  }
  return payloads.map(({ type, ...rest }, sequence_number) => ({
    event: String(type),
    data: JSON.stringify({ type, sequence_number, ...rest }),
  }));
}

export function responsesBody(reply: AuthoredReply, options: EncodeOptions): Fields {
  return { ...responseOf(options), ...endOf(reply), output: itemsOf(reply, options), usage: usage(reply) };
}

function itemsOf(reply: AuthoredReply, options: EncodeOptions): Fields[] {
  const items: Fields[] = [];
  if (reply.reasoning) {
    items.push({ id: options.ids('rs'), type: 'reasoning', summary: [{ type: 'summary_text', text: reply.reasoning }] });
  }
  if (reply.text) {
    const content = [{ type: 'output_text', annotations: [], logprobs: [], text: reply.text }];
    items.push({ id: options.ids('msg'), type: 'message', status: 'completed', content, role: 'assistant' });
  }
  for (const { id, name, arguments: args } of callsOf(reply, options)) {
    items.push({ id: options.ids('fc'), type: 'function_call', status: 'completed', arguments: args, call_id: id, name });
  }
  return items;
}

/** The events of one item, up to its text where it stays open. */
function itemEvents(item: Fields, output_index: number, { open, pieces }: { open: boolean; pieces: readonly string[] }): Fields[] {
  const { begun, middle, ended } = partsOf(item, { item_id: item['id'], output_index }, pieces);
  const added = { type: 'response.output_item.added', output_index, item: { ...item, ...begun } };
  if (open) return [added, ...middle];
  return [added, ...middle, ...ended, { type: 'response.output_item.done', output_index, item }];
}

/** The text of an item, or the arguments of its call, in pieces. */
function piecesOfItem(item: Fields, items: readonly Fields[], options: EncodeOptions): readonly string[] {
  if (item['type'] === 'function_call') {
    const calls = items.filter(({ type }) => type === 'function_call');
    return piecesOf(calls.indexOf(item), item['arguments'] as string, options);
  }
  const reasoning = item['type'] === 'reasoning';
  const [part] = (reasoning ? item['summary'] : item['content']) as [Fields];
  return piecesOf(reasoning ? 'reasoning' : 'text', part['text'] as string, options);
}

function partsOf(item: Fields, place: Fields, pieces: readonly string[]): { begun: Fields; middle: Fields[]; ended: Fields[] } {
  if (item['type'] === 'function_call') {
    const args = item['arguments'];
    return {
      begun: { status: 'in_progress', arguments: '' },
      middle: pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
      ended: [{ type: 'response.function_call_arguments.done', ...place, arguments: args }],
    };
  }
  const reasoning = item['type'] === 'reasoning';
  const [part] = (reasoning ? item['summary'] : item['content']) as [Fields];
  const at = { ...place, ...(reasoning ? { summary_index: 0 } : { content_index: 0 }) };
  const [partType, textType] = reasoning
    ? ['response.reasoning_summary_part', 'response.reasoning_summary_text']
    : ['response.content_part', 'response.output_text'];
  const logprobs = reasoning ? {} : { logprobs: [] };
  return {
    begun: reasoning ? { summary: [] } : { status: 'in_progress', content: [] },
    middle: [
      { type: `${partType}.added`, ...at, part: { ...part, text: '' } },
      ...pieces.map((delta) => ({ type: `${textType}.delta`, ...at, delta, ...logprobs })),
    ],
    ended: [
      { type: `${textType}.done`, ...at, text: part['text'], ...logprobs },
      { type: `${partType}.done`, ...at, part },
    ],
  };
}

function endOf(reply: AuthoredReply): { status: string; incomplete_details?: Fields } {
  const finish = finishOf(reply);
  if (finish === 'max-tokens') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (finish === 'refusal') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  return { status: 'completed' };
}

function responseOf({ ids, created, model }: EncodeOptions): Fields {
  return {
    id: ids('resp'),
    object: 'response',
    created_at: created,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: {},
  };
}

function usage(reply: AuthoredReply): Fields {
  const { inputTokens, outputTokens } = usageOf(reply);
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
