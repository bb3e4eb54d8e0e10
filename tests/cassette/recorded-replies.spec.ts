import { existsSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { createSseParser, decodeReply, formatSseEvent, mapReplyTexts, writeRequest } from '../../harness/dialects/index.js';
import { startLoopbackProvider, type LoopbackProvider, type LoopbackProviderOptions } from '../../harness/provider/index.js';
import type { SseEvent, StreamChunk } from '../../harness/schema/index.js';
import { CLIENTS, hearStream, type Heard } from './clients.js';
import { ABSENT, framed, providerRecordings, RECORDINGS, replyOf } from './recordings.js';
import { ReplyServer } from './reply-server.js';

const test = base.extend<{ upstream: ReplyServer; start: (options: LoopbackProviderOptions) => Promise<LoopbackProvider> }>({
  upstream: async ({}, use) => {
    const upstream = await new ReplyServer().start();
    await use(upstream);
    await upstream.stop();
  },
  start: async ({}, use) => {
    const started: LoopbackProvider[] = [];
    await use(async (options) => {
      const provider = await startLoopbackProvider(options);
      started.push(provider);
      return provider;
    });
    for (const provider of started) await provider.close();
  },
});

test('the recordings are there', ({}, testInfo) => {
  testInfo.skip(!existsSync(RECORDINGS), ABSENT);
  expect(new Set(providerRecordings().map(({ dialect }) => dialect)).size).toBe(4);
});

/** Replies that do not end: one is cut off by a second one, the other's last event lacks its closing brace in the file. */
const UNENDED = new Set(['spliced-message-start', 'parallel-tool-call-wrapper.1']);

/** The calls that came whole, as both sides can tell them: by their values. */
const calls = (chunks: readonly StreamChunk[]): { name: string; input: unknown }[] =>
  chunks.flatMap((chunk) =>
    chunk.type === 'block-end' && chunk.block.type === 'tool-call'
      ? [{ name: chunk.block.name, input: JSON.parse(chunk.block.arguments) as unknown }]
      : [],
  );

const heardCalls = ({ calls }: Heard): { name: string; input: unknown }[] =>
  calls.map(({ name, input }) => ({ name, input: withoutCallId(input) }));

/** The client adds the call's id to the input of one tool of the provider's own. */
function withoutCallId(input: unknown): unknown {
  const { callId: _, ...rest } = input as Record<string, unknown>;
  return rest;
}

/** How a reply ended, in the words of the AI SDK. */
function unified(chunks: readonly StreamChunk[]): string | undefined {
  const last = chunks.at(-1);
  const kind = last?.type === 'finish' ? last.reason.kind : undefined;
  const words: Record<string, string> = { 'max-tokens': 'length', refusal: 'content-filter' };
  return kind === undefined ? undefined : (words[kind] ?? kind);
}

/** Cuts at some hundred places, the same ones in every run. */
function scattered(bytes: Buffer): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, seed = 7; at < bytes.length;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const length = 1 + (seed % 997);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

function parsed(pieces: readonly Uint8Array[]): SseEvent[] {
  const parser = createSseParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end().map(() => ({ data: 'cut off' }))];
}

for (const recording of providerRecordings()) {
  const { name, dialect, payloads } = recording;

  test(`${name}: every event arrives whole, wherever the bytes are cut`, () => {
    const events = framed(recording);
    const bytes = events.map((event) => Buffer.from(formatSseEvent(event)));
    const all = Buffer.concat(bytes);
    expect(parsed([...all].map((byte) => Uint8Array.of(byte)))).toEqual(events);
    expect(parsed(scattered(all))).toEqual(events);
    let cuts = 0;
    for (const [at] of events.entries()) {
      // A cut is in one event: that one and its neighbours tell whether it mattered.
      const from = Math.max(0, at - 1);
      const near = Buffer.concat(bytes.slice(from, at + 2));
      const expected = JSON.stringify(events.slice(from, at + 2));
      const start = at === 0 ? 0 : bytes[from]!.length;
      for (let cut = start; cut < start + bytes[at]!.length; cut++, cuts++) {
        const read = parsed([near.subarray(0, cut), near.subarray(cut)]);
        if (JSON.stringify(read) !== expected) expect(read, `cut at byte ${cut - start} of event ${at}`).toEqual(JSON.parse(expected));
      }
    }
    expect(cuts).toBe(all.length);
  });

  for (const [client, modelAt] of Object.entries(CLIENTS[dialect])) {
    // Only the vendor's own packages know what some endpoints add to a dialect.
    if (dialect === 'openai-chat' && client === 'openai' && name.startsWith('deepseek')) continue;

    test(`${name}: the ${client} client reads what is decoded from the recording, while it is recorded and when it is replayed`, async ({
      upstream,
      start,
    }) => {
      const decoded = decodeReply(dialect, replyOf(recording));
      upstream.reply = replyOf(recording);
      upstream.split = scattered;
      const live = await start({ mode: 'record', upstream: upstream.url });
      const recorded = await hearStream(modelAt(live.url));
      await expect.poll(() => live.exchanges.length).toBe(1);
      const cassette = { text: live.cassette('served'), file: 'provider-replay.jsonl' };
      const replay = await start({ mode: 'replay', cassette, expected: 'nothing' });
      const replayed = await hearStream(modelAt(replay.url));

      for (const heard of [recorded, replayed]) {
        expect({ text: heard.text, reasoning: heard.reasoning, calls: heardCalls(heard) }).toEqual({
          text: decoded.reply.text,
          reasoning: decoded.reply.reasoning ?? '',
          calls: calls(decoded.chunks),
        });
        if (unified(decoded.chunks) === 'error') {
          expect(heard.error).toBeDefined();
          continue;
        }
        expect(heard.error).toBeUndefined();
        expect(heard.finish).toBe(unified(decoded.chunks));
        expect(heard.raw).toEqual(payloads.map((payload) => JSON.parse(payload) as unknown));
        if (dialect !== 'gemini') expect(heard.calls.map(({ id }) => id)).toEqual(decoded.reply.calls.map(({ id }) => id));
      }
    });
  }

  test(`${name}: the loopback provider serves every payload byte for byte`, async ({ upstream, start }) => {
    upstream.reply = replyOf(recording);
    const live = await start({ mode: 'record', upstream: upstream.url });
    await hearStream(Object.values(CLIENTS[dialect])[0]!(live.url));
    await expect.poll(() => live.exchanges.length).toBe(1);
    const cassette = { text: live.cassette('served'), file: 'provider-replay.jsonl' };
    const replay = await start({ mode: 'replay', cassette, expected: 'nothing' });
    const { method, path, ...request } = live.exchanges[0]!.request;
    const body = JSON.stringify(writeRequest({ method, path, ...request }));
    const answer = await fetch(replay.url + path, { method, headers: { 'content-type': 'application/json' }, body });
    const events = parsed([new Uint8Array(await answer.arrayBuffer())]);
    expect(events).toEqual(framed(recording));
  });

  test(`${name}: a value the model said becomes a token and is bound again, wherever its pieces lie`, () => {
    const reply = replyOf(recording);
    const { text, reasoning = '' } = decodeReply(dialect, reply).reply;
    const value = (text || reasoning).slice(10, 24);
    const replaced = (from: string, to: string) => (said: string) => said.replaceAll(from, to);
    const tokens = value === '' ? reply : mapReplyTexts(dialect, reply, replaced(value, '{{cwd}}'));
    const bound = mapReplyTexts(dialect, tokens, replaced('{{cwd}}', value));
    if (value !== '') expect(decodeReply(dialect, tokens).reply).toMatchObject(text ? { text: text.replaceAll(value, '{{cwd}}') } : {});
    expect(decodeReply(dialect, bound).reply).toEqual(decodeReply(dialect, reply).reply);
    expect(bound.events).toHaveLength(reply.events!.length);
    expect(mapReplyTexts(dialect, reply, (said) => said)).toEqual(reply);
  });

  test(`${name}: cut off before its end it is no finished reply`, () => {
    const whole = decodeReply(dialect, replyOf(recording));
    const ends = payloads.findIndex(
      (_, at) => decodeReply(dialect, replyOf({ dialect, payloads: payloads.slice(0, at + 1) })).end === 'complete',
    );
    expect(whole.end).toBe(UNENDED.has(name) ? 'incomplete' : 'complete');
    for (let count = 0; count < (ends === -1 ? payloads.length : ends); count += payloads.length > 60 ? 23 : 1) {
      const cut = decodeReply(dialect, replyOf({ dialect, payloads: payloads.slice(0, count) }));
      expect(cut).toMatchObject({ end: 'incomplete', chunks: expect.arrayContaining([expect.objectContaining({ type: 'finish' })]) });
      expect(cut.finish).toBeUndefined();
      expect(cut.chunks.at(-1)).toMatchObject({ reason: { kind: 'error', failure: { code: 'INCOMPLETE_STREAM' } } });
    }
  });
}
