import { expect, test } from '@playwright/test';
import { chunksOf } from '../../../../../harness/agent/llm/adapters/stream.js';
import type { StreamChunk } from '../../../../../harness/schema/chunk.js';

type Part = Parameters<typeof chunksOf>[0] extends AsyncIterable<infer P> ? P : never;

const finish = (unified: string, raw: string | undefined): object => ({
  type: 'finish',
  finishReason: { unified, raw },
  usage: { inputTokens: { total: 10, noCache: 6, cacheRead: 4 }, outputTokens: { total: 5, reasoning: 2 } },
});

async function chunks(...parts: object[]): Promise<StreamChunk[]> {
  const got: StreamChunk[] = [];
  for await (const chunk of chunksOf(
    (async function* () {
      yield* parts as Part[];
    })(),
  ))
    got.push(chunk);
  return got;
}

test('numbers blocks and ends each with its whole', async () => {
  expect(
    await chunks(
      { type: 'stream-start', warnings: [] },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Hm' },
      { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: { anthropic: { signature: 'sig' } } },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Hi' },
      { type: 'text-end', id: '0' },
      { type: 'tool-input-start', id: 'c', toolName: 'read' },
      { type: 'tool-input-delta', id: 'c', delta: '{}' },
      { type: 'tool-input-delta', id: 'c', delta: '' },
      { type: 'tool-input-end', id: 'c' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'read', input: '{}' },
      finish('tool-calls', 'tool_calls'),
    ),
  ).toEqual([
    { type: 'block-start', index: 0, blockType: 'reasoning' },
    { type: 'reasoning-delta', index: 0, text: 'Hm' },
    { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'Hm', signature: 'sig' } },
    { type: 'block-start', index: 1, blockType: 'text' },
    { type: 'text-delta', index: 1, text: 'Hi' },
    { type: 'block-end', index: 1, block: { type: 'text', text: 'Hi' } },
    { type: 'block-start', index: 2, blockType: 'tool-call' },
    { type: 'tool-call-delta', index: 2, id: 'c', name: 'read', argumentsDelta: '' },
    { type: 'tool-call-delta', index: 2, id: 'c', name: 'read', argumentsDelta: '{}' },
    { type: 'block-end', index: 2, block: { type: 'tool-call', id: 'c', name: 'read', arguments: '{}' } },
    { type: 'usage', usage: { inputTokens: 6, outputTokens: 5, cacheReadTokens: 4, reasoningTokens: 2 } },
    { type: 'finish', reason: { kind: 'tool-calls' } },
  ]);
});

test('takes a call that came whole, one without arguments, and text that was never started or ended', async () => {
  const got = await chunks(
    { type: 'text-delta', id: 't', delta: 'x' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'read', input: '' },
    { type: 'tool-input-delta', id: 'unknown', delta: 'y' },
    { type: 'text-end', id: 'unknown' },
    finish('stop', 'stop'),
  );
  expect(got.filter(({ type }) => type === 'block-end')).toEqual([
    { type: 'block-end', index: 1, block: { type: 'tool-call', id: 'c', name: 'read', arguments: '{}' } },
    { type: 'block-end', index: 0, block: { type: 'text', text: 'x' } },
  ]);
});

for (const [unified, raw, kind] of [
  ['stop', 'stop', 'stop'],
  ['length', 'max_tokens', 'max-tokens'],
  ['content-filter', 'refusal', 'refusal'],
  ['error', 'insufficient_system_resource', 'error'],
  ['other', 'something', 'error'],
] as const) {
  test(`tells the finish ${unified} (${raw}) as ${kind}`, async () => {
    expect((await chunks(finish(unified, raw))).at(-1)).toMatchObject({ type: 'finish', reason: { kind } });
  });
}

test('a finish without the reason of the provider, and none at all, are an incomplete stream', async () => {
  await expect(chunks(finish('other', undefined))).rejects.toMatchObject({ code: 'INCOMPLETE_STREAM' });
  await expect(chunks({ type: 'text-start', id: '0' })).rejects.toMatchObject({ code: 'INCOMPLETE_STREAM' });
  await expect(chunks({ type: 'error', error: { type: 'api_error', message: 'm' } })).rejects.toMatchObject({ code: 'SERVER' });
});

test('leaves usage out that was not told', async () => {
  const bare = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: { inputTokens: { total: 3 }, outputTokens: {} } };
  expect((await chunks(bare))[0]).toEqual({ type: 'usage', usage: { inputTokens: 3 } });
});

const chat = (finish_reason: string | null) => ({ type: 'raw', rawValue: { choices: [{ index: 0, delta: {}, finish_reason }] } });
const message = (type: string) => ({ type: 'raw', rawValue: { type } });

test('a reply that finishes twice is none, in whichever dialect', async () => {
  await expect(chunks(chat(null), chat('stop'), chat('stop'), finish('stop', 'stop'))).rejects.toMatchObject({ code: 'SERVER' });
  const twice = [message('message_stop'), finish('stop', 'end_turn'), message('message_stop'), finish('stop', 'end_turn')];
  await expect(chunks(...twice)).rejects.toMatchObject({ code: 'SERVER', message: expect.stringContaining('twice') });
});

test('once is enough, whatever else comes as it came', async () => {
  const odd = [null, 'text', { choices: [] }, { choices: [null] }, { type: 'message_delta' }].map((rawValue) => ({
    type: 'raw',
    rawValue,
  }));
  const got = await chunks(...odd, chat(null), chat('stop'), finish('stop', 'stop'), { type: 'text-delta', id: 'late', delta: 'x' });
  expect(got.map(({ type }) => type)).toEqual(['usage', 'finish']);
});
