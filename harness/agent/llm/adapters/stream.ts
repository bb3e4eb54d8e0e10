import { ModelFailure } from '../failure.js';
import { Blocks } from './blocks.js';
import { adapterFailure } from './failure.js';
import { callOptions } from './prompt.js';
import type { createDeepSeek } from '@ai-sdk/deepseek';
import type { FinishReason, StreamChunk, Usage } from '../../../schema/chunk.js';
import type { ProviderConfig } from '../../config/config.js';
import type { ModelCall } from '../chain.js';

/** A model of any AI SDK provider package; they share one specification, whose types none of them exports. */
export type Model = Pick<ReturnType<ReturnType<typeof createDeepSeek>['chat']>, 'doStream'>;
export type CallOptions = Parameters<Model['doStream']>[0];
type Parts = Awaited<ReturnType<Model['doStream']>>['stream'];
type Part = Parts extends ReadableStream<infer P> ? P : never;
type Finish = Extract<Part, { type: 'finish' }>;

/**
 * One live model call. A failure of the provider ends the stream with a `finish` of kind `error`, so that the session
 * log holds the whole call and can be replayed without help. A stream that breaks off is such a failure, never a
 * completed reply. Only an abort throws.
 */
export async function* streamModel(model: Model, config: ProviderConfig, { request, signal }: ModelCall): AsyncGenerator<StreamChunk> {
  try {
    const { stream } = await model.doStream({ ...callOptions(request, config), abortSignal: signal, includeRawChunks: true });
    yield* chunksOf(stream);
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message, status } = adapterFailure(error);
    yield { type: 'finish', reason: { kind: 'error', failure: { message, code, ...(status === undefined ? {} : { status }) } } };
  }
}

/**
 * Reads the parts to their end: a reply is one only if its finish came, and came once.
 *
 * @throws ModelFailure `INCOMPLETE_STREAM` where the parts end without the provider's finish; `SERVER` where it said
 * twice that the reply was finished, so that nobody can tell what belongs to it.
 */
export async function* chunksOf(parts: AsyncIterable<Part>): AsyncGenerator<StreamChunk> {
  const blocks = new Blocks();
  let finish: Finish | undefined;
  let said = 0;
  for await (const part of parts) {
    if (part.type === 'error') throw adapterFailure(part.error);
    if (part.type === 'raw') said += Number(saysFinish(part.rawValue));
    // Packages make one finish of several.
    if (said > 1) throw new ModelFailure('SERVER', 'the provider said twice that the reply was finished');
    if (part.type === 'finish') finish ??= part;
    else if (!finish) yield* partChunks(part, blocks);
  }
  // Packages report a clean end of the bytes without a finish reason as an ordinary finish that has no raw reason.
  if (finish?.finishReason.raw === undefined)
    throw new ModelFailure('INCOMPLETE_STREAM', 'the stream ended before the provider said that the reply was finished');
  yield* blocks.endAll();
  yield { type: 'usage', usage: usageOf(finish.usage) };
  yield { type: 'finish', reason: finishOf(finish.finishReason) };
}

/** Whether an event as it came finishes the reply: a choice with its reason, or the end of a message. */
function saysFinish(event: unknown): boolean {
  const { type, choices } = (event ?? {}) as { type?: unknown; choices?: unknown };
  if (type === 'message_stop') return true;
  const [first] = Array.isArray(choices) ? (choices as ({ finish_reason?: unknown } | null)[]) : [];
  return typeof first?.finish_reason === 'string';
}

function partChunks(part: Part, blocks: Blocks): StreamChunk[] {
  switch (part.type) {
    case 'text-start':
      return blocks.start(`text:${part.id}`, { type: 'text', text: '' });
    case 'text-delta':
      return blocks.delta(`text:${part.id}`, 'text', part.delta);
    case 'text-end':
      return blocks.end(`text:${part.id}`);
    case 'reasoning-start':
      return blocks.start(`reasoning:${part.id}`, { type: 'reasoning', text: '' });
    case 'reasoning-delta':
      // Anthropic sends a signature as a delta without text.
      sign(part, blocks);
      return part.delta === '' ? [] : blocks.delta(`reasoning:${part.id}`, 'reasoning', part.delta);
    case 'reasoning-end':
      sign(part, blocks);
      return blocks.end(`reasoning:${part.id}`);
    case 'tool-input-start':
      return blocks.start(part.id, { type: 'tool-call', id: part.id, name: part.toolName, arguments: '' });
    case 'tool-input-delta':
      return part.delta === '' ? [] : blocks.delta(part.id, 'tool-call', part.delta);
    case 'tool-call':
      return blocks.toolCall(part.toolCallId, part.toolName, part.input);
    default:
      return [];
  }
}

function sign(part: Extract<Part, { type: 'reasoning-delta' | 'reasoning-end' }>, blocks: Blocks): void {
  const signature = part.providerMetadata?.['anthropic']?.['signature'];
  if (typeof signature === 'string') blocks.sign(`reasoning:${part.id}`, signature);
}

function usageOf({ inputTokens, outputTokens }: Finish['usage']): Usage {
  const usage: Usage = {};
  const input = inputTokens.noCache ?? inputTokens.total;
  if (input !== undefined) usage.inputTokens = input;
  if (outputTokens.total !== undefined) usage.outputTokens = outputTokens.total;
  if (inputTokens.cacheRead !== undefined) usage.cacheReadTokens = inputTokens.cacheRead;
  if (outputTokens.reasoning !== undefined) usage.reasoningTokens = outputTokens.reasoning;
  return usage;
}

function finishOf({ unified, raw }: Finish['finishReason']): FinishReason {
  switch (unified) {
    case 'stop':
    case 'tool-calls':
      return { kind: unified };
    case 'length':
      return { kind: 'max-tokens' };
    case 'content-filter':
      return { kind: 'refusal' };
    default:
      return {
        kind: 'error',
        failure: { message: `the provider ended the reply with "${raw}"`, code: unified === 'error' ? 'SERVER' : 'UNKNOWN' },
      };
  }
}
