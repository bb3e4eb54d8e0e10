import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { formatJsonl } from '../../../harness/jsonl/index.js';
import type { FaultOptions, LoopbackProvider } from '../../../harness/provider/index.js';
import { chatBody, nextChunk, open, send, test, until, type Ends } from './upstream.js';

const CHAT = '/chat/completions';
const CALL = { toolCalls: [{ id: 'call_a', name: 'read', arguments: { path: 'a' } }] };

/** A provider whose lane is one call, and the answer to it. */
const start = (ends: Ends, fault: FaultOptions, ...records: object[]): Promise<LoopbackProvider> =>
  ends.start({
    mode: 'replay',
    fault,
    cassette: {
      file: 'provider-replay.jsonl',
      text: formatJsonl([
        { type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: 's' },
        ...(records.length > 0 ? records : [{ type: 'reply', text: 'Grüße 👋' }]),
      ]),
    },
  });

const ask = ({ url }: LoopbackProvider, body = chatBody('x')) => send(url + CHAT, { body });
const faultsOf = ({ decisions }: LoopbackProvider) => decisions.flatMap((item) => (item.type === 'decision' ? [item.fault?.name] : []));

test('every attempt meets the fault, and each is a decision that names it', async ({ ends }) => {
  const provider = await start(ends, { name: '429' });
  for (let attempt = 0; attempt < 3; attempt++) expect(await ask(provider)).toMatchObject({ status: 429, broken: false });
  expect(faultsOf(provider)).toEqual(['429', '429', '429']);
});

test('after as many attempts as were asked for, the recorded reply is served', async ({ ends }) => {
  const provider = await start(ends, { name: '500', times: 2 });
  expect([(await ask(provider)).status, (await ask(provider)).status, (await ask(provider)).status]).toEqual([500, 500, 200]);
  expect(faultsOf(provider)).toEqual(['500', '500', undefined]);
});

test('a connection breaks before the first byte, and after the nth chunk', async ({ ends }) => {
  await expect(ask(await start(ends, { name: 'reset-before' }))).rejects.toThrow(/hang up|ECONNRESET/);
  const after = await ask(await start(ends, { name: 'reset-after:1' }));
  expect(after).toMatchObject({ status: 200, broken: true });
  expect(after.text.match(/data: /g)).toHaveLength(1);
});

test('a truncated stream ends cleanly', async ({ ends }) => {
  const { text, broken } = await ask(await start(ends, { name: 'truncated:1' }));
  expect(broken).toBe(false);
  expect(text.endsWith('\n\n')).toBe(false);
  expect(text.match(/data: /g)).toHaveLength(2);
});

test('a stall lasts until the client goes, and a second attempt beside it is answered like the first', async ({ ends }) => {
  const provider = await start(ends, { name: 'stall:1' });
  const ended = () => provider.decisions.filter(({ type }) => type === 'stream-end');
  const first = await open(provider.url + CHAT, { body: chatBody('x') });
  expect(await nextChunk(first)).toContain('data: ');
  const second = await open(provider.url + CHAT, { body: chatBody('x') });
  expect(await nextChunk(second)).toContain('data: ');
  expect(ended()).toEqual([]);
  for (const message of [first, second]) message.destroy();
  await until(() => ended().length === 2);
  expect(ended()).toMatchObject([{ end: 'aborted' }, { end: 'aborted' }]);
});

test('a slow drip says the same bytes in many pieces', async ({ ends }) => {
  const whole = await ask(
    await start(ends, { name: '429', call: 1, times: 1 }, { type: 'error', status: 400, message: 'm' }, { type: 'reply', text: 'x' }),
  );
  expect(whole.status).toBe(429);
  const provider = await start(ends, { name: 'slow-drip' });
  const message = await open(provider.url + CHAT, { body: chatBody('x') });
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  expect(pieces.length).toBeGreaterThan(10);
  expect(Buffer.concat(pieces).toString()).toContain('Grüße 👋');
  expect(provider.decisions.at(-1)).toMatchObject({ type: 'stream-end', end: 'finished', left: 0 });
});

/** Whether somebody listens at a provider's port. */
const listens = ({ port }: LoopbackProvider): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => (socket.destroy(), resolve('listens')));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
  });

test('nobody listens from the start, or once the call before has been answered', async ({ ends }) => {
  const told: string[] = [];
  const fault = { name: 'refused', onFault: (when: string) => void told.push(when) };
  expect(await listens(await start(ends, fault))).toBe('ECONNREFUSED');
  expect(told).toEqual(['next-turn']);

  const second = await start(ends, { ...fault, call: 2 }, { type: 'reply', ...CALL }, { type: 'reply', text: 'x' });
  expect(await listens(second)).toBe('listens');
  const { text, headers } = await ask(second);
  expect(text).toContain('call_a');
  expect(headers.connection).toBe('close');
  expect(await listens(second)).toBe('ECONNREFUSED');
  expect(told).toEqual(['next-turn', 'now']);
});

test('a fault that the reply cannot have is not made, and its decision says why', async ({ ends }) => {
  const provider = await start(ends, { name: 'reset-after:99' });
  expect(await ask(provider)).toMatchObject({ status: 200, broken: false });
  expect(provider.decisions.find(({ type }) => type === 'decision')).toMatchObject({ reason: expect.stringContaining('not 99') });
});

for (const [fault, code] of [
  [{ name: 'sleepy' }, 'ACP_FAULT_UNKNOWN'],
  [{ name: '429', call: 2 }, 'ACP_FAULT_NO_CALL'],
  [{ name: 'refused', times: 1 }, 'ACP_FAULT_SETTING'],
] as const)
  test(`${JSON.stringify(fault)} is refused with ${code}`, async ({ ends }) => {
    await expect(start(ends, fault)).rejects.toMatchObject({ code });
  });
