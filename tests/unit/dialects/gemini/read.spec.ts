import { expect, test } from '@playwright/test';
import { decode, streamed, whole } from '../samples.js';

const said = (parts: object[], more: object = {}) => ({ candidates: [{ content: { role: 'model', parts }, ...more }] });

test('Gemini: thoughts, text, a whole call and one in pieces', () => {
  const call = (fields: object) => said([{ functionCall: fields }]);
  const { reply, chunks } = decode(
    'gemini',
    streamed([
      said([{ text: 'Hm', thought: true, thoughtSignature: 'sig' }]),
      said([{ text: 'He' }, { text: 'y' }]),
      said([{ functionCall: { name: 'f', id: 'x', args: { a: 1 } }, thoughtSignature: 's' }]),
      call({ name: 'g', willContinue: true }),
      call({ partialArgs: [{ jsonPath: '$.city', stringValue: 'Bos', willContinue: true }], willContinue: true }),
      call({
        partialArgs: [
          { jsonPath: '$.city', stringValue: 'ton' },
          { jsonPath: '$.list[0].n', numberValue: 2 },
        ],
        willContinue: true,
      }),
      call({
        partialArgs: [
          { jsonPath: '$.list[1]["a b"]', boolValue: false },
          { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
        ],
        willContinue: true,
      }),
      call({}),
      said([{ functionCall: { name: 'h' } }, { executableCode: { code: '1' } }, { text: 'z' }]),
      { usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, thoughtsTokenCount: 3 }, ...said([], { finishReason: 'STOP' }) },
    ]),
  );
  expect(reply).toEqual({
    text: 'Heyz',
    reasoning: 'Hm',
    calls: [
      { id: 'x', name: 'f', arguments: '{"a":1}' },
      { name: 'g', arguments: '{"city":"Boston","list":[{"n":2},{"a b":false}],"none":null}' },
      { name: 'h', arguments: '{}' },
      { name: 'code_execution', arguments: '{"code":"1"}' },
    ],
  });
  expect(chunks).toContainEqual({ type: 'block-end', index: 0, block: { type: 'reasoning', text: 'Hm', signature: 'sig' } });
  expect(chunks.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 4, outputTokens: 5, reasoningTokens: 3 } },
    { type: 'finish', reason: { kind: 'tool-calls' } },
  ]);
});

test('Gemini: a call in pieces ends with its last piece, with the next call, or with the reply', () => {
  const { reply } = decode(
    'gemini',
    streamed([
      said([{ functionCall: { partialArgs: [{ jsonPath: '$.lost', stringValue: 'no call' }] } }]),
      said([{ functionCall: { name: 'a', partialArgs: [{ jsonPath: '$.x', stringValue: '1' }] } }]),
      said([{ functionCall: { name: 'b', willContinue: true } }]),
      said([
        {
          functionCall: {
            name: 'c',
            partialArgs: [
              { jsonPath: '$.x.y', numberValue: 1 },
              { jsonPath: '$.x.y.z', numberValue: 2 },
            ],
            willContinue: true,
          },
        },
      ]),
      said(
        [
          {
            functionCall: {
              partialArgs: [
                { jsonPath: 'x', numberValue: 1 },
                { jsonPath: '$.__proto__.p', numberValue: 1 },
              ],
              willContinue: true,
            },
          },
        ],
        {
          finishReason: 'STOP',
        },
      ),
    ]),
  );
  expect(reply.calls.map(({ name, arguments: said }) => `${name} ${said}`)).toEqual(['a {"x":"1"}', 'b {}', 'c {"x":{"y":1},"p":1}']);
  expect({}).not.toHaveProperty('p');
});

for (const [word, kind] of [
  ['MAX_TOKENS', 'max-tokens'],
  ['SAFETY', 'refusal'],
  ['MALFORMED_FUNCTION_CALL', 'MALFORMED_FUNCTION_CALL'],
  ['STOP', 'stop'],
] as const) {
  test(`Gemini: "${word}" is ${kind}`, () => {
    const { chunks, finish } = decode('gemini', whole(said([{ text: 'x' }], { finishReason: word })));
    expect(finish).toBe(word);
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: { kind } });
  });
}

test('Gemini: a prompt that was blocked is a refusal', () => {
  expect(decode('gemini', streamed([{ promptFeedback: { blockReason: 'SAFETY' } }]))).toMatchObject({
    finish: 'SAFETY',
    end: 'complete',
    chunks: [{ reason: { kind: 'refusal' } }],
  });
  expect(decode('gemini', streamed([{ promptFeedback: { blockReason: 'BLOCK_REASON_UNSPECIFIED' } }])).end).toBe('incomplete');
});

test('Gemini: a stream as one JSON list, whole and cut off', () => {
  const list = `[${JSON.stringify(said([{ text: 'a "}' }]))},\n${JSON.stringify(said([{ text: 'b\\' }], { finishReason: 'STOP' }))}]`;
  expect(decode('gemini', whole(list))).toMatchObject({ reply: { text: 'a "}b\\' }, finish: 'STOP', end: 'complete' });
  for (const cut of [list.length - 3, list.indexOf(',\n') + 4]) {
    const decoded = decode('gemini', whole(list.slice(0, cut)));
    expect(decoded).toMatchObject({ reply: { text: 'a "}' }, end: 'incomplete' });
    expect(decoded.finish).toBeUndefined();
  }
});
