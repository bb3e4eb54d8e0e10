import { expect, test } from '@playwright/test';
import { decodeReply, encodeReply, readRequest } from '../../../harness/dialects/index.js';
import { callPlaces, createFaultInjector, parseFault } from '../../../harness/faults/index.js';
import type { AuthoredRecord, Exchange } from '../../../harness/schema/index.js';
import { AUTHORED, encodeOptions } from '../dialects/samples.js';

function exchange(
  lane: number,
  place: number,
  { tools = true, reply = AUTHORED['text']!, stream = true }: { tools?: boolean; reply?: AuthoredRecord; stream?: boolean } = {},
): Exchange {
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'x' }],
    ...(tools && { tools: [{ type: 'function', function: { name: 'read' } }] }),
  };
  const request = readRequest('openai-chat', { method: 'POST', path: '/chat/completions', headers: {}, body });
  return {
    type: 'exchange',
    lane,
    place,
    dialect: 'openai-chat',
    request,
    reply: encodeReply('openai-chat', reply, encodeOptions(stream)),
  };
}

const injector = (name: string, call = 1, times?: number, exchanges = [exchange(1, 1), exchange(1, 2)]) =>
  createFaultInjector(
    { fault: parseFault(name), call, ...(times !== undefined && { times }) },
    callPlaces({ exchanges, authored: [] }),
    's',
  );

test('counts the calls of conversations that offer tools first, each in its order', () => {
  const exchanges = [exchange(1, 1, { tools: false }), exchange(2, 1), exchange(2, 2, { tools: false }), exchange(3, 1)];
  const places = callPlaces({ exchanges, authored: [] }).map(({ lane, place }) => `${lane}.${place}`);
  expect(places).toEqual(['2.1', '2.2', '3.1', '1.1']);
});

test('counts authored records in the order of their lanes', () => {
  const reply = AUTHORED['text']!;
  const authored: AuthoredRecord[] = [
    { ...reply, lane: 1, when: { tools: false } },
    { ...reply, lane: 2 },
    { ...reply, lane: 1 },
    { ...reply, lane: 2 },
  ];
  const places = callPlaces({ exchanges: [], authored }).map(({ lane, place }) => `${lane}.${place}`);
  expect(places).toEqual(['2.1', '2.2', '1.1', '1.2']);
});

test('meets every attempt at its call, or as many as were asked for, and no other call', () => {
  const always = injector('429', 2);
  expect(always.meet(exchange(1, 1), true)).toBeUndefined();
  for (let attempt = 0; attempt < 3; attempt++) expect(always.meet(exchange(1, 2), true)).toMatchObject({ reply: { status: 429 } });
  const once = injector('429', 1, 1);
  expect(once.meet(exchange(1, 1), true)).toMatchObject({ reply: { status: 429 } });
  expect(once.meet(exchange(1, 1), true)).toBeUndefined();
});

test('an impossible fault uses up no attempt', () => {
  const { meet } = injector('duplicate-finish', 1, 1);
  expect(meet(exchange(1, 1, { stream: false }), false)).toMatchObject({ impossible: expect.stringContaining('finishes') });
  expect(meet(exchange(1, 1), true)).toHaveProperty('reply');
});

test('whoever asks again without a stream gets the reply whole, and the fault on it', () => {
  const streamed = exchange(1, 1, { reply: AUTHORED['everything']! });
  const met = injector('slow-drip').meet(streamed, false)!;
  const { reply } = 'reply' in met ? decodeReply('openai-chat', met.reply) : { reply: undefined };
  expect(met).toMatchObject({ reply: { body: expect.any(String) }, drip: true });
  expect(reply).toEqual(decodeReply('openai-chat', streamed.reply).reply);
  const odd = exchange(1, 1);
  odd.reply.events!.splice(1, 0, {
    data: JSON.stringify({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'read', arguments: '{"' } }] } }],
    }),
  });
  expect(injector('slow-drip').meet(odd, false)).toHaveProperty('reply.body', expect.stringContaining('"arguments":"{}"'));
  const list = exchange(1, 1);
  list.reply.events![0] = {
    data: JSON.stringify({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'read', arguments: '1' } }] } }],
    }),
  };
  expect(injector('slow-drip').meet(list, false)).toHaveProperty('reply.body', expect.stringContaining('"arguments":"{}"'));
});

test('a refused connection is refused from the start, or from the call before on', () => {
  expect(injector('refused')).toMatchObject({ refusesAll: true });
  expect(injector('429')).toMatchObject({ refusesAll: false });
  const second = injector('refused', 2);
  expect(second.refusesAll).toBe(false);
  expect(second.refusesAfter(exchange(1, 1))).toBe('next-turn');
  expect(second.refusesAfter(exchange(1, 1, { reply: AUTHORED['a call alone']! }))).toBe('this-turn');
  expect(second.refusesAfter(exchange(1, 2))).toBeUndefined();
  expect(injector('refused').refusesAfter(exchange(1, 1))).toBeUndefined();
  expect(injector('429', 2).refusesAfter(exchange(1, 1))).toBeUndefined();
});

test('a call that is not recorded, and settings that mean nothing, are refused', () => {
  expect(() => injector('429', 3)).toThrow(
    expect.objectContaining({ code: 'ACP_FAULT_NO_CALL', message: expect.stringContaining('2 model calls') }),
  );
  expect(() => injector('429', 2, undefined, [exchange(1, 1)])).toThrow('1 model call');
  for (const call of [0, 1.5, Number.NaN])
    expect(() => injector('429', call)).toThrow(expect.objectContaining({ code: 'ACP_FAULT_SETTING' }));
  expect(() => injector('429', 1, 0)).toThrow('"times"');
  expect(() => injector('refused', 1, 1)).toThrow(expect.objectContaining({ code: 'ACP_FAULT_SETTING' }));
});
