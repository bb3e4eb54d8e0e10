import { expect, test } from '@playwright/test';
import { createPathFinder } from '../../../harness/normalize/index.js';
import { bindCwd, tokenizeCwd } from '../../../harness/replay/index.js';
import type { StreamChunk } from '../../../harness/schema/index.js';
import { seeded } from '../diff/random.js';
import { chunkEvent, delta, event, finish } from './build.js';

const CWD = '/tmp/run-7/cwd';
const args = (argumentsDelta: string, index = 1): StreamChunk => ({
  type: 'tool-call-delta',
  index,
  id: 'c',
  name: 'read',
  argumentsDelta,
});
const thought = (text: string, index = 2): StreamChunk => ({ type: 'reasoning-delta', index, text });

const joined = (chunks: readonly StreamChunk[], type: StreamChunk['type']): string =>
  chunks
    .map((chunk) => (chunk.type === type ? ('text' in chunk ? chunk.text : 'argumentsDelta' in chunk ? chunk.argumentsDelta : '') : ''))
    .join('');

test('binds a token in one delta, in finished blocks and in failures', () => {
  const chunks: StreamChunk[] = [
    delta('at {{cwd}}.'),
    { type: 'block-end', index: 0, block: { type: 'text', text: 'at {{cwd}}.' } },
    { type: 'block-end', index: 1, block: { type: 'tool-call', id: 'c', name: 'read', arguments: '{"p":"{{cwd}}/a"}' } },
    { type: 'usage', usage: { inputTokens: 1 } },
    { type: 'finish', reason: { kind: 'error', failure: { message: 'no {{cwd}}', code: 'UNKNOWN' } } },
  ];
  expect(JSON.parse(JSON.stringify(bindCwd(chunks, CWD)).replaceAll(CWD, '{{cwd}}'))).toEqual(chunks);
  expect(JSON.stringify(bindCwd(chunks, CWD))).not.toContain('{{cwd}}');
});

test('escapes the cwd in arguments and nowhere else', () => {
  const cwd = 'C:\\Users\\a "b"\\cwd';
  const bound = bindCwd(
    [
      args('{"p":"{{cw'),
      args('d}}\\\\a.txt"}'),
      delta('in {{cwd}}'),
      { type: 'block-end', index: 1, block: { type: 'tool-call', id: 'c', name: 'read', arguments: '{"p":"{{cwd}}"}' } },
    ],
    cwd,
  );
  expect(JSON.parse(joined(bound, 'tool-call-delta'))).toEqual({ p: `${cwd}\\a.txt` });
  expect(joined(bound, 'text-delta')).toBe(`in ${cwd}`);
  expect(JSON.parse((bound[3] as { block: { arguments: string } }).block.arguments)).toEqual({ p: cwd });
});

test('does not join the deltas of different blocks', () => {
  const chunks = [delta('{{c', 0), delta('wd}}', 1), delta('wd}}', 0)];
  expect(bindCwd(chunks, CWD)).toEqual([delta(CWD, 0), delta('wd}}', 1), delta('', 0)]);
});

test('leaves chunks without a token alone', () => {
  const chunks = [delta('plain {{cwd'), args('{}'), finish()];
  expect(bindCwd(chunks, CWD)).toEqual(chunks);
});

for (const [kind, make] of [
  ['text', delta],
  ['reasoning', thought],
  ['tool-call', args],
] as const) {
  test(`binds a token that is split over ${kind} deltas at every offset`, () => {
    const text = 'see {{cwd}}/a and {{cwd}}';
    const cuts: string[] = [];
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second++) {
        const chunks = [make(text.slice(0, first)), make(text.slice(first, second)), make(text.slice(second))];
        const bound = bindCwd(chunks, CWD);
        if (bound.length !== 3 || joined(bound, chunks[0]!.type) !== `see ${CWD}/a and ${CWD}`) cuts.push(`${first}, ${second}`);
      }
    }
    expect(cuts).toEqual([]);
  });
}

test('gives back what was tokenized, however three interleaved blocks were cut', () => {
  const random = seeded(11);
  const find = createPathFinder({ cwd: [CWD], home: [], tmp: [] });
  const texts = [`first ${CWD}/a.txt, then ${CWD}`, `{"path":"${CWD}/b","note":"in ${CWD}."}`, `I am in ${CWD}; not in ${CWD}-old`];
  for (let round = 0; round < 300; round++) {
    const left = [...texts];
    const chunks: StreamChunk[] = [];
    while (left.some((text) => text !== '')) {
      const block = Math.floor(random() * 3);
      const length = Math.floor(random() * 9);
      const piece = left[block]!.slice(0, length);
      left[block] = left[block]!.slice(length);
      chunks.push([delta(piece, 0), args(piece, 1), thought(piece, 2)][block]!);
    }
    const rows = tokenizeCwd(chunks.map(chunkEvent), find);
    const tokenized = rows.map(({ data }) => data['chunk'] as StreamChunk);
    expect(joined(tokenized, 'text-delta')).toBe(texts[0]!.replaceAll(CWD, '{{cwd}}'));
    expect(joined(tokenized, 'reasoning-delta')).toBe('I am in {{cwd}}; not in /tmp/run-7/cwd-old');
    const bound = bindCwd(tokenized, CWD);
    expect([joined(bound, 'text-delta'), joined(bound, 'tool-call-delta'), joined(bound, 'reasoning-delta')]).toEqual(texts);
    expect(bound.map(({ type }) => type)).toEqual(chunks.map(({ type }) => type));
  }
});

test('tokenizes packed rows, finished blocks, results and names of fields', () => {
  const find = createPathFinder({ cwd: [CWD], home: [], tmp: [] });
  const rows = [
    event('text-chunks', { index: 0, texts: ['in /tmp/r', 'un-7/', 'cwd/a'] }),
    event('tool-call-chunks', { index: 1, args: ['{"p":"/tmp/run-7', '/cwd"}'] }),
    event('tool/result', { content: [{ type: 'text', text: `ls ${CWD}` }], files: { [CWD]: 1 } }),
    event('assistant/chunk'),
  ];
  expect(tokenizeCwd(rows, find)).toEqual([
    event('text-chunks', { index: 0, texts: ['in {{cwd}}', '', '/a'] }),
    event('tool-call-chunks', { index: 1, args: ['{"p":"{{cwd}}', '"}'] }),
    event('tool/result', { content: [{ type: 'text', text: 'ls {{cwd}}' }], files: { '{{cwd}}': 1 } }),
    event('assistant/chunk'),
  ]);
});

test('never joins the deltas of two model calls', () => {
  const find = createPathFinder({ cwd: [CWD], home: [], tmp: [] });
  for (const between of [chunkEvent(finish()), event('step/start'), event('llm/retry'), event('turn/end')]) {
    const rows = [chunkEvent(delta('/tmp/run')), between, chunkEvent(delta('-7/cwd'))];
    expect(tokenizeCwd(rows, find)).toEqual(rows);
  }
});

test('leaves the rows it was given as they were', () => {
  const find = createPathFinder({ cwd: [CWD], home: [], tmp: [] });
  const rows = [chunkEvent(delta(CWD)), event('x', { text: CWD })];
  const before = structuredClone(rows);
  tokenizeCwd(rows, find);
  expect(rows).toEqual(before);
});
