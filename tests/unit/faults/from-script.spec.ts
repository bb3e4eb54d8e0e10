import { expect, test } from '@playwright/test';
import { decodeReply, encodeReply } from '../../../harness/dialects/index.js';
import { recordsOfScript, type ScriptRecord } from '../../../harness/faults/index.js';
import { DIALECTS, type ReplayEntry, type StreamChunk } from '../../../harness/schema/index.js';
import { encodeOptions } from '../dialects/samples.js';

const REPLY: StreamChunk[] = [
  { type: 'block-start', index: 0, blockType: 'reasoning' },
  { type: 'reasoning-delta', index: 0, text: 'Hm' },
  { type: 'reasoning-delta', index: 0, text: '.' },
  { type: 'block-end', index: 0, block: { type: 'reasoning', text: 'Hm.' } },
  { type: 'text-delta', index: 1, text: 'I ' },
  { type: 'text-delta', index: 1, text: 'look.' },
  { type: 'tool-call-delta', index: 2, id: 'c1', name: 'read', argumentsDelta: '{"path":' },
  { type: 'tool-call-delta', index: 2, id: 'c1', name: 'read', argumentsDelta: '"a"}' },
  { type: 'block-end', index: 2, block: { type: 'tool-call', id: 'c1', name: 'read', arguments: '{"path":"a"}' } },
  { type: 'block-end', index: 3, block: { type: 'tool-call', id: 'c2', name: 'list', arguments: '[]' } },
  { type: 'usage', usage: { inputTokens: 7 } },
  { type: 'finish', reason: { kind: 'tool-calls' } },
];

const records = (...entries: ReplayEntry[]): ScriptRecord[] => recordsOfScript([{ number: 1, entries, opening: 'Hello' }]);

for (const dialect of DIALECTS)
  test(`a recorded reply says in ${dialect} what its log says, in the same pieces`, () => {
    const [record] = records({ kind: 'chunks', chunks: REPLY });
    const { pieces, breaks: _, ...authored } = record!;
    const reply = encodeReply(dialect, authored, { ...encodeOptions(true), pieces: pieces! });
    const decoded = decodeReply(dialect, reply);
    expect(decoded.reply).toMatchObject({
      text: 'I look.',
      reasoning: 'Hm.',
      calls: [
        { id: 'c1', name: 'read' },
        { id: 'c2', name: 'list' },
      ],
    });
    expect(decoded.chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.text] : []))).toEqual(['I ', 'look.']);
    expect(decoded.chunks.flatMap((chunk) => (chunk.type === 'reasoning-delta' ? [chunk.text] : []))).toEqual(['Hm', '.']);
    const deltas = decoded.chunks.flatMap((chunk) => (chunk.type === 'tool-call-delta' && chunk.id === 'c1' ? [chunk.argumentsDelta] : []));
    // One sends arguments whole, whatever the model does.
    expect(deltas.filter((delta) => delta !== '')).toEqual(dialect === 'gemini' ? ['{"path":"a"}'] : ['{"path":', '"a"}']);
    expect(decoded.chunks.at(-1)).toMatchObject({ type: 'finish', reason: { kind: 'tool-calls' } });
  });

test('failures with a status are errors, others break the connection, hangs hang', () => {
  const failed = (failure: object | undefined): ReplayEntry => ({
    kind: 'chunks',
    chunks: [
      { type: 'text-delta', index: 0, text: 'Hal' },
      { type: 'finish', reason: { kind: 'error', ...(failure && { failure: { message: 'm', code: 'SERVER', ...failure } }) } },
    ],
  });
  const thrown = { kind: 'throw' as const, chunks: [], message: 'm', code: 'TRANSPORT' };
  const found = records(
    failed({ status: 503 }),
    failed({}),
    failed(undefined),
    thrown,
    { ...thrown, status: 429 },
    { kind: 'hang', chunks: [] },
  );
  expect(found.map(({ type, breaks }) => `${type}${breaks ? ' breaks' : ''}`)).toEqual([
    'error',
    'hang breaks',
    'hang breaks',
    'hang breaks',
    'error',
    'hang',
  ]);
  expect(found[0]).toMatchObject({ status: 503, message: 'm' });
  expect(found[1]).toMatchObject({ text: 'Hal' });
});

test('a finish that no author can say is left to the reply, and arguments that are no JSON are kept as pieces', () => {
  const chunks: StreamChunk[] = [
    { type: 'tool-call-delta', index: 0, id: 'c', name: 'read', argumentsDelta: '{"pa' },
    { type: 'finish', reason: { kind: 'something' } },
  ];
  expect(records({ kind: 'chunks', chunks })).toEqual([
    {
      type: 'reply',
      lane: 1,
      pieces: { text: [], reasoning: [], calls: [['{"pa']] },
      toolCalls: [{ id: 'c', name: 'read', arguments: {} }],
    },
  ]);
});

test('of several conversations each is entered by how it opens; one is entered by any', () => {
  const entries: ReplayEntry[] = [{ kind: 'chunks', chunks: [{ type: 'finish', reason: { kind: 'stop' } }] }];
  const lanes = [
    { number: 1, entries, opening: 'One' },
    { number: 2, entries: [], opening: 'Silent' },
    { number: 3, entries: [...entries, ...entries], opening: undefined },
    { number: 4, entries: [...entries, ...entries], opening: 'Four' },
  ];
  expect(recordsOfScript(lanes).map(({ lane, when }) => [lane, when?.user])).toEqual([
    [1, 'One'],
    [3, undefined],
    [3, undefined],
    [4, 'Four'],
    [4, undefined],
  ]);
  expect(recordsOfScript(lanes.slice(0, 2))[0]!.when).toBeUndefined();
});
