import { createRequestRecorder } from '../../../replay/index.js';
import type { StreamChunk } from '../../../schema/chunk.js';
import { appendDecision, readPlan } from './plan.js';
import type { StreamListener } from '../chain.js';

/** Writes down what each call receives, lets the next one serve it, and notes when that ended. */
export function requestsListener(planFile: string): StreamListener {
  const plan = readPlan(planFile);
  const append = appendDecision(plan);
  const recorder = createRequestRecorder({ plan, append });
  return (call, next) => {
    const number = recorder.observe(call);
    return noted(next(call), (end, released) => append({ type: 'stream-end', call: number, end, released, left: 0 }));
  };
}

/** The stream as it is; `onEnd` is told once how it ended, also where its reader walked away. */
async function* noted(
  stream: AsyncIterable<StreamChunk>,
  onEnd: (end: 'finished' | 'thrown' | 'abandoned', released: number) => void,
): AsyncGenerator<StreamChunk, void, undefined> {
  let released = 0;
  let end: 'finished' | 'thrown' | 'abandoned' = 'abandoned';
  try {
    for await (const chunk of stream) {
      released++;
      yield chunk;
    }
    end = 'finished';
  } catch (error) {
    end = 'thrown';
    throw error;
  } finally {
    onEnd(end, released);
  }
}
