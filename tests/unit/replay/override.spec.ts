import { expect, test } from '@playwright/test';
import { applyOverride } from '../../../harness/replay/index.js';
import type { ReplayEntry } from '../../../harness/schema/index.js';
import { reply } from './build.js';

const entry = (text: string): ReplayEntry => ({ kind: 'chunks', chunks: reply(text) });
const hang: ReplayEntry = { kind: 'hang', chunks: [] };
const script = [[entry('a'), entry('b')], [entry('c')]];

test('puts a plain list in place of lane 1', () => {
  expect(applyOverride(script, [hang])).toEqual([[hang], [entry('c')]]);
  expect(script[0]).toHaveLength(2);
});

test('patches entries by lane and index, and appends behind the last', () => {
  const patches = [
    { lane: 1, index: 1, entry: hang },
    { lane: 2, index: 1, entry: entry('d') },
  ];
  expect(applyOverride(script, { patches })).toEqual([
    [entry('a'), hang],
    [entry('c'), entry('d')],
  ]);
});

test('refuses a patch that fits nothing', () => {
  expect(() => applyOverride(script, { patches: [{ lane: 3, index: 0, entry: hang }] })).toThrow('names lane 3; there are 2 lanes');
  expect(() => applyOverride([[]], { patches: [{ lane: 2, index: 0, entry: hang }] })).toThrow('names lane 2; there is 1 lane.');
  expect(() => applyOverride(script, { patches: [{ lane: 2, index: 2, entry: hang }] })).toThrow(
    /index 2 of lane 2, which holds 1 entries[\s\S]*ACP_REPLAY_OVERRIDE/,
  );
});
