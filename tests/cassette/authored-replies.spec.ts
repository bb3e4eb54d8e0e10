import { expect, test as base } from '@playwright/test';
import { formatCassette } from '../../harness/cassette/index.js';
import { encodeReply, refusalReply } from '../../harness/dialects/index.js';
import { startLoopbackProvider } from '../../harness/provider/index.js';
import { DIALECTS, type AuthoredRecord, type Dialect } from '../../harness/schema/index.js';
import { AUTHORED, encodeOptions } from '../unit/dialects/samples.js';
import { asks, CLIENTS, hearStream, hearWhole, type Model, type Options } from './clients.js';
import { ReplyServer } from './reply-server.js';

const test = base.extend<{ server: ReplyServer }>({
  server: async ({}, use) => {
    const server = await new ReplyServer().start();
    await use(server);
    await server.stop();
  },
});

const FINISH = { stop: 'stop', 'tool-calls': 'tool-calls', 'max-tokens': 'length', refusal: 'content-filter' };

/** Whether a client knows of what an endpoint adds to the dialect. */
const reads = (client: string, dialect: Dialect): boolean => dialect !== 'openai-chat' || client !== 'openai';

const clients = DIALECTS.flatMap((dialect) => Object.entries(CLIENTS[dialect]).map(([client, modelAt]) => ({ dialect, client, modelAt })));

for (const { dialect, client, modelAt } of clients) {
  for (const [name, reply] of Object.entries(AUTHORED)) {
    for (const stream of [true, false]) {
      test(`${dialect}: the ${client} client hears an authored reply, ${name}, ${stream ? 'streamed' : 'whole'}`, async ({ server }) => {
        server.reply = encodeReply(dialect, reply, encodeOptions(stream));
        const heard = stream ? await hearStream(modelAt(server.url)) : await hearWhole(modelAt(server.url));
        expect(heard.error).toBeUndefined();
        expect(heard).toMatchObject({
          text: reply.text ?? '',
          reasoning: reads(client, dialect) ? (reply.reasoning ?? '') : '',
          finish: FINISH[reply.finish ?? (reply.toolCalls ? 'tool-calls' : 'stop')],
        });
        const expected = encodeOptions(stream);
        expect(heard.calls).toEqual(
          (reply.toolCalls ?? []).map((call) => ({ name: call.name, input: call.arguments, id: call.id ?? expected.ids('call') })),
        );
      });
    }
  }

  test(`${dialect}: the ${client} client takes a refusal for a bad request that it does not try again`, async ({ server }) => {
    server.reply = refusalReply('No recorded reply for this request.');
    for (const hear of [hearStream, hearWhole]) {
      const { error } = await hear(modelAt(server.url));
      expect(error).toMatchObject({ statusCode: 400, isRetryable: false, message: 'No recorded reply for this request.' });
    }
  });

  for (const { status, retryAfter, isRetryable } of [
    { status: 401, isRetryable: false },
    { status: 429, retryAfter: 7, isRetryable: true },
    { status: 500, isRetryable: true },
    { status: 529, isRetryable: true },
  ]) {
    test(`${dialect}: the ${client} client hears an authored error, ${status}`, async ({ server }) => {
      const error: AuthoredRecord = { type: 'error', lane: 1, status, message: 'not now', ...(retryAfter && { retryAfter }) };
      server.reply = encodeReply(dialect, error, encodeOptions(true));
      const heard = await hearStream(modelAt(server.url));
      expect(heard.error).toMatchObject({ statusCode: status, isRetryable, message: 'not now' });
      if (retryAfter) expect(heard.error).toMatchObject({ responseHeaders: { 'retry-after': '7' } });
    });
  }

  test(`${dialect}: one authored scenario leads the ${client} client through its turns`, async () => {
    const authored: AuthoredRecord[] = [
      { type: 'error', lane: 1, status: 500, message: 'not yet' },
      { type: 'reply', lane: 1, text: 'I look.', toolCalls: [{ name: 'read', arguments: { path: 'a' } }] },
      { type: 'reply', lane: 1, text: 'Done.' },
    ];
    const text = formatCassette({ scenario: 'authored', exchanges: [], plain: [], authored });
    const provider = await startLoopbackProvider({
      mode: 'replay',
      cassette: { text, file: 'provider-replay.jsonl' },
      expected: 'nothing',
    });
    try {
      const model = modelAt(provider.url);
      expect((await hearStream(model)).error).toMatchObject({ statusCode: 500 });
      const first = await hearStream(model);
      expect(first).toMatchObject({ text: 'I look.', calls: [{ name: 'read', input: { path: 'a' } }], finish: 'tool-calls' });
      const { id: toolCallId, name: toolName, input } = first.calls[0]!;
      const call = { type: 'tool-call' as const, toolCallId, toolName, input };
      const result = { type: 'tool-result' as const, toolCallId, toolName, output: { type: 'text' as const, value: 'content' } };
      const prompt: Options['prompt'] = [
        ...asks().prompt,
        { role: 'assistant', content: [{ type: 'text', text: first.text }, call] },
        { role: 'tool', content: [result] },
      ];
      expect(await hearStream(model, asks({ prompt }))).toMatchObject({ text: 'Done.', calls: [], finish: 'stop' });
      expect((await hearStream(model, asks({ prompt }))).error).toMatchObject({ statusCode: 400, isRetryable: false });
    } finally {
      await provider.close();
    }
  });

  test(`${dialect}: the ${client} client hears what comes before a hang, and leaves`, async ({ server }) => {
    const hang: AuthoredRecord = { type: 'hang', lane: 1, reasoning: 'Hm.', text: 'Wait' };
    server.reply = encodeReply(dialect, hang, encodeOptions(true));
    expect(await heardBefore(modelAt(server.url))).toBe('Wait');
    await expect.poll(() => server.left).toBe(1);
  });
}

/** The text up to the first piece of it, upon which the client goes. */
async function heardBefore(model: Model): Promise<string> {
  const leave = new AbortController();
  const { stream } = await model.doStream(asks({ abortSignal: leave.signal }));
  for await (const part of stream) {
    expect(part.type).not.toBe('finish');
    if (part.type !== 'text-delta' || part.delta === '') continue;
    leave.abort();
    return part.delta;
  }
  return 'the stream ended';
}
