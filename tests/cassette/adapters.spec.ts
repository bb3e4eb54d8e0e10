import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { AdapterId } from '../../harness/agent/config/config.js';
import { LIVE_CONFIG } from '../../harness/agent/config/live.js';
import { anthropicModel } from '../../harness/agent/llm/adapters/anthropic.js';
import { deepseekModel } from '../../harness/agent/llm/adapters/deepseek.js';
import { openaiCompatibleModel } from '../../harness/agent/llm/adapters/openai-compatible.js';
import { streamModel } from '../../harness/agent/llm/adapters/stream.js';
import { Assembly } from '../../harness/agent/loop/assembly.js';
import type { StreamChunk } from '../../harness/schema/chunk.js';
import { streamChunk } from '../../harness/schema/index.js';
import type { Json } from './agent/client.js';
import { ABSENT, RECORDINGS } from './recordings.js';
import { sse, SseServer } from './sse-server.js';

const MODELS = { deepseek: deepseekModel, 'openai-compatible': openaiCompatibleModel, anthropic: anthropicModel };

interface Cassette {
  file: string;
  adapter: AdapterId;
  /** Kinds of the reply's blocks, and how it ended. */
  blocks: string[];
  finish: string;
}

const CASSETTES: Cassette[] = [
  { file: 'deepseek-tool-call', adapter: 'deepseek', blocks: ['reasoning', 'tool-call'], finish: 'tool-calls' },
  { file: 'openai-text', adapter: 'openai-compatible', blocks: ['text'], finish: 'stop' },
  { file: 'anthropic-text', adapter: 'anthropic', blocks: ['text'], finish: 'stop' },
  { file: 'anthropic-tool-no-args', adapter: 'anthropic', blocks: ['text', 'tool-call'], finish: 'tool-calls' },
  { file: 'anthropic-refusal', adapter: 'anthropic', blocks: [], finish: 'refusal' },
];

const recorded = (file: string): string[] =>
  readFileSync(join(RECORDINGS, `${file}.chunks.txt`), 'utf8')
    .split('\n')
    .filter(Boolean);

const test = base.extend<{ server: SseServer; play: (adapter: AdapterId, pieces: Uint8Array[]) => Promise<StreamChunk[]> }>({
  server: async ({}, use) => {
    const server = await new SseServer().start();
    await use(server);
    await server.stop();
  },
  play: async ({ server }, use) => {
    await use(async (adapter, pieces) => {
      server.pieces = pieces;
      const model = MODELS[adapter]({ name: adapter, model: 'm', baseUrl: server.url, apiKey: 'k' });
      const config = { ...LIVE_CONFIG.provider, adapter };
      const request = {
        config: { provider: adapter, model: 'm' },
        system: 's',
        tools: [],
        messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }],
      };
      const chunks: StreamChunk[] = [];
      for await (const chunk of streamModel(model, config, { sessionId: 's', request, signal: new AbortController().signal }))
        chunks.push(chunk);
      return chunks;
    });
  },
});

test.beforeEach(({}, testInfo) => {
  testInfo.skip(!existsSync(RECORDINGS), ABSENT);
});

/** What the provider's own events say, without the package between. */
function saidBy(events: readonly string[]): { text: string; reasoning: string; args: string } {
  const said = { text: '', reasoning: '', args: '' };
  for (const event of events.map((line) => JSON.parse(line) as Record<string, Json>)) {
    const delta = event['choices']?.[0]?.delta ?? event['delta'] ?? {};
    said.text += (delta.content ?? (delta.type === 'text_delta' ? delta.text : '')) || '';
    said.reasoning += delta.reasoning_content ?? '';
    said.args += delta.tool_calls?.[0]?.function?.arguments ?? delta.partial_json ?? '';
  }
  return said;
}

const joined = (chunks: readonly StreamChunk[]): { text: string; reasoning: string; args: string } => ({
  text: chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join(''),
  reasoning: chunks.map((chunk) => (chunk.type === 'reasoning-delta' ? chunk.text : '')).join(''),
  args: chunks.map((chunk) => (chunk.type === 'tool-call-delta' ? chunk.argumentsDelta : '')).join(''),
});

for (const { file, adapter, blocks, finish } of CASSETTES) {
  const dialect = adapter === 'anthropic' ? 'anthropic' : 'chat';

  test(`${file}: every delta arrives and the reply ends as recorded`, async ({ play }) => {
    const events = recorded(file);
    const chunks = await play(adapter, [sse(events, dialect, true)]);
    for (const chunk of chunks) streamChunk.parse(chunk);
    expect(joined(chunks)).toEqual(saidBy(events));
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind: finish } });
    expect(chunks.at(-2)).toMatchObject({ type: 'usage', usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) } });

    const reply = new Assembly();
    for (const chunk of chunks) reply.add(chunk);
    expect(reply.content().map(({ type }) => type)).toEqual(blocks);
    for (const block of reply.content()) if (block.type === 'tool-call') expect(JSON.parse(block.arguments)).toBeInstanceOf(Object);
    const indexes = chunks.filter(({ type }) => type === 'block-start').map((chunk) => ('index' in chunk ? chunk.index : -1));
    expect(indexes).toEqual(indexes.map((_, index) => index));
    expect(chunks.filter(({ type }) => type === 'block-end')).toHaveLength(indexes.length);
  });

  test(`${file}: cut before any event up to its finish it is an error, never a finished reply`, async ({ play }) => {
    const events = recorded(file);
    const finishing = events.findIndex((event) => (dialect === 'chat' ? /"finish_reason":"/ : /"message_stop"/).test(event));
    expect(finishing).toBeGreaterThan(0);
    // Long recordings are cut at both ends and at some places between; the middle is one delta after another.
    const cuts = [...Array(finishing + 1).keys()].filter((cut) => finishing < 60 || cut < 5 || cut > finishing - 5 || cut % 25 === 0);
    for (const cut of cuts) {
      const chunks = await play(adapter, [sse(events.slice(0, cut), dialect, false)]);
      expect(chunks.at(-1), `cut before event ${cut}`).toEqual({
        type: 'finish',
        reason: { kind: 'error', failure: expect.objectContaining({ code: 'INCOMPLETE_STREAM' }) },
      });
    }
  });

  test(`${file}: cut inside an event it is an error`, async ({ play }) => {
    const bytes = sse(recorded(file), dialect, true);
    const finishing = bytes.indexOf(dialect === 'chat' ? '"finish_reason":"' : '"message_stop"');
    for (const cut of [1, Math.floor(finishing / 3), Math.floor(finishing / 2), finishing]) {
      const chunks = await play(adapter, [bytes.subarray(0, cut)]);
      expect(chunks.at(-1)).toMatchObject({ type: 'finish', reason: { kind: 'error' } });
    }
  });
}

for (const [adapter, event] of [
  [
    'deepseek',
    (text: string) => ({
      id: '1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }],
    }),
  ],
  [
    'openai-compatible',
    (text: string) => ({
      id: '1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }],
    }),
  ],
] as const) {
  test(`${adapter}: characters of several bytes survive a cut at every byte`, async ({ play }) => {
    const bytes = sse([JSON.stringify(event('北👋é'))], 'chat', true);
    const whole = await play(adapter, [bytes]);
    expect(joined(whole).text).toBe('北👋é');
    for (let cut = 1; cut < bytes.length; cut++) expect(await play(adapter, [bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
    expect(
      await play(
        adapter,
        [...bytes].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
  });
}

test('anthropic: characters of several bytes survive a cut at every byte of a recording', async ({ play }) => {
  const events = recorded('anthropic-text').map((event) => event.replace('Hello', '北👋é'));
  const bytes = sse(events, 'anthropic', true);
  const whole = await play('anthropic', [bytes]);
  expect(joined(whole).text).toContain('北👋é');
  const place = bytes.indexOf('北👋é');
  for (let cut = place - 2; cut <= place + 12; cut++)
    expect(await play('anthropic', [bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
});

test('anthropic: a second message inside a stream is an error or a whole reply, never a mixture', async ({ play }) => {
  const chunks = await play('anthropic', [sse(recorded('spliced-message-start'), 'anthropic', true)]);
  const reply = new Assembly();
  for (const chunk of chunks) reply.add(chunk);
  const calls = reply.content().filter((block) => block.type === 'tool-call');
  if (reply.finish?.kind === 'error') expect(calls).toEqual([]);
  else for (const call of calls) expect(() => JSON.parse(call.arguments) as unknown).not.toThrow();
});

test('anthropic: an error event in mid-stream tells its kind', async ({ play }) => {
  const events = [
    ...recorded('anthropic-text').slice(0, 4),
    JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  ];
  const chunks = await play('anthropic', [sse(events, 'anthropic', false)]);
  expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind: 'error', failure: { message: 'Overloaded', code: 'SERVER' } } });
});
