import type { ContentBlock, Failure, FinishReason, Usage } from '../../schema/chunk.js';
import type { ModelRequest } from '../../schema/model-request.js';
import { abortable, delay } from '../llm/abortable.js';
import { failureOf, isFinal } from '../llm/failure.js';
import { Assembly } from './assembly.js';
import type { Step } from './turn.js';

/** How the model call of a step ended. `chunks` are the places of its chunks in the log. */
export type CallOutcome =
  | { kind: 'reply'; content: ContentBlock[]; usage: Usage | undefined; finish: FinishReason; chunks: number[] }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'aborted' };

type Attempt = CallOutcome & { final?: boolean; shown?: boolean };

/**
 * The model call of one step, tried again inside the step while its failure is one that the model's facts call
 * retryable. An empty reply is a failure.
 */
export async function callModel(step: Step, request: ModelRequest): Promise<CallOutcome> {
  const { session, at } = step;
  const { name, facts } = session.config.provider;
  for (let retry = 1; ; retry++) {
    const attempt = await attemptCall(step, request);
    if (attempt.kind !== 'failed') return attempt;
    const { failure, final, shown } = attempt;
    if (final || retry > facts.retry.max || !facts.retry.codes.includes(failure.code)) return { kind: 'failed', failure };
    const { max: maxRetries, delayMs } = facts.retry;
    session.record({
      type: 'llm/retry',
      data: { ...at, provider: name, retry, maxRetries, delayMs, failure, ...(shown ? { discards: true } : {}) },
    });
    try {
      await delay(delayMs, step.signal);
    } catch {
      return { kind: 'aborted' };
    }
    session.record({ type: 'llm/retry-started', data: { ...at, retry } });
  }
}

async function attemptCall({ session, stream, signal, at }: Step, request: ModelRequest): Promise<Attempt> {
  const reply = new Assembly();
  const chunks: number[] = [];
  try {
    for await (const chunk of abortable(stream({ sessionId: session.id, request, signal }), signal)) {
      // What follows a finish is not of this reply; the stream is read to its end, so that whoever serves it can end it.
      if (reply.finish) continue;
      chunks.push(session.record({ type: 'assistant/chunk', data: { ...at, chunk } }).seq);
      reply.add(chunk);
      await session.sent();
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    if (!reply.finish) return { kind: 'failed', failure: failureOf(error), final: isFinal(error), shown: reply.shown };
  }
  if (signal.aborted) return { kind: 'aborted' };
  const failure = failureIn(reply);
  if (failure) return { kind: 'failed', failure, shown: reply.shown };
  return { kind: 'reply', content: reply.content(), usage: reply.usage, finish: reply.finish as FinishReason, chunks };
}

function failureIn(reply: Assembly): Failure | undefined {
  if (!reply.finish) return { message: 'the stream ended without a finish', code: 'INCOMPLETE_STREAM' };
  if (reply.finish.kind === 'error') return reply.finish.failure ?? { message: 'the model call failed', code: 'UNKNOWN' };
  const completed = reply.finish.kind === 'stop' || reply.finish.kind === 'tool-calls';
  return completed && reply.content().length === 0
    ? { message: 'model returned a completed response with no content', code: 'EMPTY_RESPONSE' }
    : undefined;
}
