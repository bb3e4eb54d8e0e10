import { streamFailure } from '../failures.js';
import { fieldsOf, isFields, listOf, numberOf, textOf, type Fields } from '../json.js';
import type { ReplyBuilder } from '../reply-builder.js';
import { addPartialArgs } from './partial-args.js';
import { geminiCall } from './request.js';

const REFUSED = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'LANGUAGE']);

/** One response, which is the whole reply or a piece of it. Of several candidates the first is the reply. */
export function readGemini(payload: Fields, builder: ReplyBuilder): void {
  const error = payload['error'];
  if (isFields(error))
    return builder.fail(streamFailure(textOf(error['message']), error['status'], error['code']), textOf(error['status']));
  spend(fieldsOf(payload['usageMetadata']), builder);
  const candidate = listOf(payload['candidates']).find(({ index }) => (index ?? 0) === 0);
  for (const part of listOf(fieldsOf(candidate?.['content'])['parts'])) readPart(part, builder);
  const finish = textOf(candidate?.['finishReason']);
  if (finish !== '') {
    endCall(builder);
    return builder.end(finish, kindOf(finish, builder));
  }
  const blocked = textOf(fieldsOf(payload['promptFeedback'])['blockReason']);
  if (blocked !== '' && !blocked.endsWith('UNSPECIFIED')) builder.end(blocked, 'refusal');
}

function readPart(part: Fields, builder: ReplyBuilder): void {
  const text = textOf(part['text']);
  if (text !== '') {
    const kind = part['thought'] === true ? 'reasoning' : 'text';
    builder.close(kind === 'text' ? 'reasoning' : 'text');
    builder.text(kind, kind, text);
  }
  const signature = textOf(part['thoughtSignature']);
  if (signature !== '' && builder.find('reasoning')?.open) builder.sign('reasoning', signature);
  const call = fieldsOf(part['functionCall']);
  if ('partialArgs' in call || 'willContinue' in call) return readPiece(call, builder);
  // An empty call ends the one that came in pieces.
  if (isFields(part['functionCall']) && !('name' in call)) return endCall(builder);
  const whole = geminiCall(part);
  if (whole) {
    startCall(whole, builder);
    builder.arguments(callKey(builder), whole.arguments);
    builder.close(callKey(builder));
  }
}

/** A piece of a call: it is told which of the arguments it adds to, so that the JSON is known when the call ends. */
function readPiece(call: Fields, builder: ReplyBuilder): void {
  if (typeof call['name'] === 'string') {
    endCall(builder);
    startCall({ id: call['id'], name: call['name'] }, builder);
    builder.memory.set('args', {});
  }
  const args = builder.memory.get('args');
  if (!isFields(args)) return;
  addPartialArgs(args, listOf(call['partialArgs']));
  const more = call['willContinue'] === true || listOf(call['partialArgs']).some(({ willContinue }) => willContinue === true);
  if (!more) endCall(builder);
}

function startCall({ id, name }: { id?: unknown; name: string }, builder: ReplyBuilder): void {
  builder.close('text');
  builder.close('reasoning');
  builder.memory.set('calls', builder.calls + 1);
  builder.start(callKey(builder), 'tool-call', { ...(typeof id === 'string' && { id }), name });
}

const callKey = (builder: ReplyBuilder): string => `call ${String(builder.memory.get('calls'))}`;

function endCall(builder: ReplyBuilder): void {
  const args = builder.memory.get('args');
  if (!isFields(args)) return;
  builder.memory.delete('args');
  builder.arguments(callKey(builder), JSON.stringify(args));
  builder.close(callKey(builder));
}

function kindOf(finish: string, builder: ReplyBuilder): string {
  if (finish === 'STOP') return builder.calls > 0 ? 'tool-calls' : 'stop';
  if (finish === 'MAX_TOKENS') return 'max-tokens';
  return REFUSED.has(finish) ? 'refusal' : finish;
}

/** Thoughts are counted apart, so that output is both together. */
function spend(usage: Fields, builder: ReplyBuilder): void {
  const said = numberOf(usage['candidatesTokenCount']);
  const thought = numberOf(usage['thoughtsTokenCount']);
  builder.spend({
    inputTokens: numberOf(usage['promptTokenCount']),
    outputTokens: said === undefined && thought === undefined ? undefined : (said ?? 0) + (thought ?? 0),
    cacheReadTokens: numberOf(usage['cachedContentTokenCount']),
    reasoningTokens: thought,
  });
}
