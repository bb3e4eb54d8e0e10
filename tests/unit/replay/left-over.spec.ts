import { expect, test } from '@playwright/test';
import { leftOver } from '../../../harness/replay/index.js';
import type { Decision } from '../../../harness/schema/index.js';
import { request } from './build.js';
import { matchedCall } from '../matched-call.js';

const script = (...lanes: number[]): Decision => ({ type: 'script', lanes });
const decision = (call: number, lane: number, place: number, code?: string): Decision =>
  matchedCall({ call, lane, place, outcome: code ? 'drift' : 'match', request: request('x'), ...(code && { code }) });
const end = (call: number, left = 0): Decision => ({ type: 'stream-end', call, end: left ? 'abandoned' : 'finished', released: 1, left });

test('leaves nothing where every entry was served to its end', () => {
  expect(leftOver([script(1, 1), decision(1, 1, 1), decision(2, 2, 1), end(1), end(2)])).toEqual([]);
  expect(leftOver([])).toEqual([]);
});

test('names the lanes whose entries nobody asked for', () => {
  expect(leftOver([script(2, 0, 1), decision(1, 1, 1), end(1)])).toEqual([
    { lane: 1, entries: 2, served: 1, cutOff: [] },
    { lane: 3, entries: 1, served: 0, cutOff: [] },
  ]);
});

test('excepts optional lanes', () => {
  expect(leftOver([script(1, 1), decision(1, 1, 1)], [2])).toEqual([]);
});

test('does not count refused calls as served', () => {
  expect(leftOver([script(1), decision(1, 1, 1, 'ACP_REPLAY_DRIFT')])).toEqual([{ lane: 1, entries: 1, served: 0, cutOff: [] }]);
});

test('names calls whose reply was not read to its end', () => {
  expect(leftOver([script(1), decision(1, 1, 1), end(1, 3)])).toEqual([
    { lane: 1, entries: 1, served: 1, cutOff: [{ call: 1, place: 1, chunks: 3 }] },
  ]);
});
