import { expect, test } from '@playwright/test';
import { createRandom, OVERRIDE_FILE, sample, sourceMutations } from '../../../harness/mutate/index.js';

const chunk = (seq: number, value: Record<string, unknown>) => ({
  type: 'assistant/chunk',
  seq,
  time: 1,
  data: { turn: 1, step: 1, chunk: value },
});
const ROWS = [
  { type: 'session', version: 0, id: 's', createdAt: 1, cwd: '{{cwd}}', delegationDepth: 0 },
  { type: 'step/start', seq: 0, time: 1, data: { turn: 1, step: 1 } },
  chunk(1, { type: 'block-start', index: 0, blockType: 'text' }),
  chunk(2, { type: 'text-delta', index: 0, text: '{{cwd}} is' }),
  chunk(3, { type: 'text-delta', index: 0, text: '' }),
  chunk(4, { type: 'reasoning-delta', index: 1, text: '42' }),
  chunk(5, { type: 'tool-call-delta', index: 2, id: 'c', name: 'read', argumentsDelta: '{"q":1}' }),
  chunk(6, { type: 'tool-call-delta', index: 2, id: 'c', name: 'read', argumentsDelta: '' }),
  chunk(7, { type: 'finish', reason: { kind: 'stop' } }),
  { type: 'step/start', seq: 8, time: 1, data: { turn: 1, step: 2 } },
  { type: 'text-chunks', seq: 9, time: 1, data: { turn: 1, step: 2, index: 0, texts: ['packed'] } },
  chunk(10, { type: 'finish', reason: { kind: 'max-tokens' } }),
];
const LOG = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');
const logs = [['session.jsonl', LOG]] as const;

test('texts, arguments and finishes of a log are changed, each alone', () => {
  const mutations = sourceMutations({ logs });
  expect(mutations.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
    'text session.jsonl:4',
    'text session.jsonl:6',
    'argument session.jsonl:7',
    'finish session.jsonl:9',
    'finish session.jsonl:12',
  ]);
  const rows = mutations.map(({ text, where }) => {
    const changed = text.split('\n');
    const line = Number(where.split(':')[1]) - 1;
    expect(changed.filter((row, at) => row !== LOG.split('\n')[at])).toHaveLength(1);
    return (JSON.parse(changed[line]!) as { data: { chunk: Record<string, unknown> } }).data.chunk;
  });
  expect(rows.map((row) => row['text'] ?? row['argumentsDelta'] ?? row['reason'])).toEqual([
    '{{cwd}} qs',
    '42~',
    '{"z":1}',
    { kind: 'max-tokens' },
    { kind: 'stop' },
  ]);
});

test('what a patch replaces is not served, and the patch is', () => {
  const override = {
    patches: [
      { index: 0, entry: { kind: 'throw', chunks: [{ type: 'text-delta', index: 0, text: 'half' }], message: 'no', code: 'SERVER' } },
    ],
  };
  const mutations = sourceMutations({ logs, override: JSON.stringify(override) });
  expect(mutations.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
    'finish session.jsonl:12',
    'text replay.override.json entry 1',
    'finish replay.override.json entry 1',
  ]);
  expect(JSON.parse(mutations[2]!.text)).toMatchObject({ patches: [{ entry: { message: 'no~' } }] });
});

test('a whole list takes the place of every log', () => {
  const override = JSON.stringify([{ kind: 'hang', chunks: [{ type: 'text-delta', index: 0, text: 'half' }] }]);
  const mutations = sourceMutations({ logs, override });
  expect(mutations.map(({ file, kind }) => [file, kind])).toEqual([[OVERRIDE_FILE, 'text']]);
  expect(JSON.parse(mutations[0]!.text)).toMatchObject([{ chunks: [{ text: 'qalf' }] }]);
});

test('what a child inherited, and chunks behind the last call, are no source', () => {
  const seeded = LOG.replace('"delegationDepth":0', '"delegationDepth":1,"seedLength":8');
  expect(sourceMutations({ logs: [['session.1.jsonl', seeded]] }).map(({ where }) => where)).toEqual(['session.1.jsonl:12']);
});

test('a sample follows from its seed, and holds at most so many of each group', () => {
  const items = Array.from({ length: 30 }, (_, at) => at);
  const draw = (seed: number) => sample(items, (item) => item % 3, 2, createRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw(7)).toHaveLength(6);
  expect([0, 1, 2].map((group) => draw(7).filter((item) => item % 3 === group).length)).toEqual([2, 2, 2]);
  expect(draw(7)).toEqual(draw(7).toSorted((a, b) => a - b));
  expect(sample([1, 2], () => 'all', 5, createRandom(1))).toEqual([1, 2]);
});
