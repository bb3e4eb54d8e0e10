import { expect, test } from '@playwright/test';
import { decodeReply, encodeReply, mapReplyTexts, type MapText } from '../../../harness/dialects/index.js';
import { DIALECTS, type Dialect, type WireReply } from '../../../harness/schema/index.js';
import { encodeOptions, streamed, whole } from './samples.js';

const TOKEN = '{{cwd}}';

/** Binds the token to a folder whose name JSON has to escape. */
const bind: MapText = (text, escaped) => {
  const value = escaped ? String.raw`/tmp/\"w\"` : '/tmp/"w"';
  return [...text.matchAll(/\{\{cwd\}\}/g)].map(({ index }) => ({ start: index, end: index + TOKEN.length, text: value }));
};
const bindWhole: MapText = (text, escaped) => text.replaceAll(TOKEN, escaped ? String.raw`/tmp/\"w\"` : '/tmp/"w"');

const datas = ({ events }: WireReply): (string | undefined)[] => events!.map(({ data }) => data);
const pieces = (reply: WireReply, ...path: (string | number)[]): unknown[] =>
  datas(reply).map((data) => path.reduce<unknown>((at, field) => (at as Record<string, unknown> | undefined)?.[field], JSON.parse(data!)));

const authored = {
  type: 'reply' as const,
  lane: 1,
  reasoning: `I am in ${TOKEN}.`,
  text: `See ${TOKEN}/a`,
  toolCalls: [{ name: 'read', arguments: { path: `${TOKEN}/a`, [`${TOKEN}/key`]: [TOKEN] } }],
};

for (const dialect of DIALECTS) {
  for (const stream of dialect === 'gemini' ? ([true, false, 'list'] as const) : [true, false]) {
    test(`${dialect}: every text of a reply, stream ${stream}, is rewritten, in JSON escaped`, () => {
      const reply = encodeReply(dialect, authored, encodeOptions(stream));
      for (const map of [bind, bindWhole]) {
        const bound = mapReplyTexts(dialect, reply, map);
        expect(JSON.stringify(bound)).not.toContain(TOKEN);
        const said = decodeReply(dialect, bound).reply;
        expect(said).toMatchObject({ reasoning: 'I am in /tmp/"w".', text: 'See /tmp/"w"/a' });
        expect(JSON.parse(said.calls[0]!.arguments)).toEqual({ path: '/tmp/"w"/a', '/tmp/"w"/key': ['/tmp/"w"'] });
        expect(bound.events?.length).toBe(reply.events?.length);
      }
    });

    test(`${dialect}: a reply in which nothing changes, stream ${stream}, is the same bytes`, () => {
      const reply = encodeReply(dialect, authored, encodeOptions(stream));
      const spaced = reply.events
        ? { ...reply, events: reply.events.map((event) => ({ ...event, data: `${event.data} ` })) }
        : { ...reply, body: ` ${reply.body}` };
      expect(mapReplyTexts(dialect, spaced, () => [])).toEqual(spaced);
      expect(mapReplyTexts(dialect, spaced, (text) => text)).toEqual(spaced);
    });
  }
}

const SPLIT: Record<
  Dialect,
  { reply: (pieces: readonly string[], json: readonly string[]) => unknown[]; text: (string | number)[]; json: (string | number)[] }
> = {
  'openai-chat': {
    reply: (texts, json) => [
      ...texts.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
      ...json.map((args, at) => ({
        choices: [{ index: 0, delta: { tool_calls: [{ ...(at === 0 && { id: 'c' }), function: { arguments: args } }] } }],
      })),
    ],
    text: ['choices', 0, 'delta', 'content'],
    json: ['choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments'],
  },
  'openai-responses': {
    reply: (texts, json) => [
      ...texts.map((delta) => ({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta })),
      ...json.map((delta) => ({ type: 'response.function_call_arguments.delta', output_index: 1, delta })),
    ],
    text: ['delta'],
    json: ['delta'],
  },
  anthropic: {
    reply: (texts, json) => [
      ...texts.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      ...json.map((partial_json) => ({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json } })),
    ],
    text: ['delta', 'text'],
    json: ['delta', 'partial_json'],
  },
  gemini: {
    reply: (texts, json) => [
      ...texts.map((text) => ({ candidates: [{ content: { parts: [{ text }] } }] })),
      // Pieces of arguments are plain texts here.
      ...json.map((stringValue) => ({
        candidates: [{ content: { parts: [{ functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue }] } }] } }],
      })),
    ],
    text: ['candidates', 0, 'content', 'parts', 0, 'text'],
    json: ['candidates', 0, 'content', 'parts', 0, 'functionCall', 'partialArgs', 0, 'stringValue'],
  },
};

for (const dialect of DIALECTS) {
  test(`${dialect}: a value that is split over several pieces is found, and what is around it stays in its piece`, () => {
    const { reply, text, json } = SPLIT[dialect];
    const parts = ['in {{c', 'w', 'd}} and', ' {{cwd', '}}', '!'];
    const split = streamed(reply(parts, parts));
    const bound = mapReplyTexts(dialect, split, bind);
    expect(pieces(bound, ...text).slice(0, 6)).toEqual(['in /tmp/"w"', '', ' and', ' /tmp/"w"', '', '!']);
    const escaped = dialect === 'gemini' ? '/tmp/"w"' : String.raw`/tmp/\"w\"`;
    expect(pieces(bound, ...json).slice(6)).toEqual([`in ${escaped}`, '', ' and', ` ${escaped}`, '', '!']);
    expect(datas(bound)[5]).toBe(datas(split)[5]);
  });
}

test('a map that gives a text moves what changed into the piece where it begins', () => {
  const { reply, text } = SPLIT.anthropic;
  const bound = mapReplyTexts('anthropic', streamed(reply(['a {{cw', 'd}} b {{', 'cwd}} c'], [])), bindWhole);
  expect(pieces(bound, ...text)).toEqual(['a /tmp/"w" b /tmp/"w"', '', ' c']);
});

test('a map that only adds is heeded at either end, and not asked of an empty text', () => {
  const body = whole('{"text":"aa","none":""}');
  expect(mapReplyTexts('anthropic', body, (text) => `${text}!`).body).toBe('{"text!":"aa!","none!":""}');
  expect(mapReplyTexts('anthropic', body, (text) => `!${text}`).body).toBe('{"!text":"!aa","!none":""}');
});

test('two calls in pieces are two texts', () => {
  const call = (fields: object) => ({ candidates: [{ content: { parts: [{ functionCall: fields }] } }] });
  const calls = streamed([
    call({ name: 'f', willContinue: true }),
    call({ partialArgs: [{ jsonPath: '$.a', stringValue: '{{c' }] }),
    call({ name: 'f', willContinue: true }),
    call({ partialArgs: [{ jsonPath: '$.a', stringValue: 'wd}}' }] }),
  ]);
  expect(mapReplyTexts('gemini', calls, bind)).toEqual(calls);
});

test('what is no JSON is a text; what has no text stays', () => {
  const events = { ...streamed(['[DONE]', 'in {{cwd}}']), end: 'reset' as const };
  const comments = { ...events, events: [...events.events!, { comments: [' {{cwd}}'] }] };
  expect(mapReplyTexts('openai-chat', comments, bind).events).toEqual([
    { data: '[DONE]' },
    { data: 'in /tmp/"w"' },
    { comments: [' {{cwd}}'] },
  ]);
  expect(mapReplyTexts('openai-chat', whole('<p>{{cwd}}'), bind).body).toBe('<p>/tmp/"w"');
  const bytes: WireReply = { status: 200, headers: {}, base64: 'AAAA', end: 'complete' };
  expect(mapReplyTexts('openai-chat', bytes, bind)).toEqual(bytes);
});
