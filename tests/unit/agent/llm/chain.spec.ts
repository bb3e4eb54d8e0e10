import { expect, test } from '@playwright/test';
import type { StreamChunk } from '../../../../harness/schema/chunk.js';
import { composeChain, type ModelCall, type Stream } from '../../../../harness/agent/llm/chain.js';

const call = { sessionId: 's' } as ModelCall;
const usage = (inputTokens: number): StreamChunk => ({ type: 'usage', usage: { inputTokens } });

async function* gives(...chunks: StreamChunk[]): AsyncGenerator<StreamChunk> {
  yield* chunks;
}

async function all(stream: Stream): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  for await (const chunk of stream(call)) chunks.push(chunk);
  return chunks;
}

test('lets the first listener come first and the last stream serve what nobody took', async () => {
  const order: string[] = [];
  const watch = (name: string) => (passed: ModelCall, next: Stream) => (order.push(name), next(passed));
  expect(await all(composeChain([watch('a'), watch('b')], () => gives(usage(1))))).toEqual([usage(1)]);
  expect(order).toEqual(['a', 'b']);
});

test('lets a listener serve instead of what stands behind it', async () => {
  let reached = false;
  const live: Stream = () => ((reached = true), gives());
  expect(await all(composeChain([() => gives(usage(2))], live))).toEqual([usage(2)]);
  expect(reached).toBe(false);
});
