import { streamFailure } from '../failures.js';
import { fieldsOf, isFields, listOf, numberOf, textOf, type Fields } from '../json.js';
import type { ReplyBuilder } from '../reply-builder.js';
import { calledBy, chatReasoning } from './request.js';

const KINDS: Readonly<Record<string, string>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  length: 'max-tokens',
  content_filter: 'refusal',
};

/** One chunk of a stream, or a whole completion. Of several choices the first is the reply. */
export function readChat(payload: Fields, builder: ReplyBuilder): void {
  if (payload['error']) {
    const error = payload['error'];
    const { message, code, type } = isFields(error) ? error : { message: error, code: undefined, type: undefined };
    builder.fail(streamFailure(textOf(message), code, type));
    return;
  }
  spend(fieldsOf(payload['usage']), builder);
  const choice = listOf(payload['choices']).find(({ index }) => (index ?? 0) === 0);
  if (!choice) return;
  const delta = fieldsOf(choice['delta'] ?? choice['message']);
  builder.text('reasoning', 'reasoning', chatReasoning(delta));
  const text = contentOf(delta['content']);
  const refusal = textOf(delta['refusal']);
  if (refusal !== '') builder.memory.set('refused', 'yes');
  if (text + refusal !== '') builder.close('reasoning');
  builder.text('text', 'text', text + refusal);
  for (const call of listOf(delta['tool_calls'])) readCall(call, builder);
  if (isFields(delta['function_call'])) readCall({ index: 0, function: delta['function_call'] }, builder);
  const finish = choice['finish_reason'];
  if (typeof finish !== 'string') return;
  const refused = finish === 'stop' && builder.memory.has('refused');
  builder.end(finish, refused ? 'refusal' : (KINDS[finish] ?? finish));
}

/** Content is a string; some endpoints send parts. */
const contentOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => textOf(part['text']))
        .join('');

/**
 * A piece of a call belongs to the call of its index. Some endpoints leave the index out: then a new id is a new call,
 * and a piece without one goes to the last.
 */
function readCall(call: Fields, builder: ReplyBuilder): void {
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : undefined;
  const index = numberOf(call['index']);
  const last = builder.memory.get('call') as string | undefined;
  const key = index !== undefined ? `call ${index}` : id !== undefined || last === undefined ? `call ${id ?? ''}` : last;
  const { name, arguments: piece } = calledBy(call);
  if (!builder.find(key)) {
    builder.close('reasoning');
    builder.start(key, 'tool-call', { id, name });
  }
  builder.memory.set('call', key);
  builder.arguments(key, piece);
}

function spend(usage: Fields, builder: ReplyBuilder): void {
  const cached = numberOf(fieldsOf(usage['prompt_tokens_details'])['cached_tokens']) ?? numberOf(usage['prompt_cache_hit_tokens']);
  builder.spend({
    inputTokens: numberOf(usage['prompt_tokens']),
    outputTokens: numberOf(usage['completion_tokens']),
    cacheReadTokens: cached,
    reasoningTokens: numberOf(fieldsOf(usage['completion_tokens_details'])['reasoning_tokens']),
  });
}
