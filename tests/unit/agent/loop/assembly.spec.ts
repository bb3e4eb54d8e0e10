import { expect, test } from '@playwright/test';
import { Assembly } from '../../../../harness/agent/loop/assembly.js';
import type { StreamChunk } from '../../../../harness/schema/chunk.js';

function assembled(...chunks: StreamChunk[]): Assembly {
  const assembly = new Assembly();
  for (const chunk of chunks) assembly.add(chunk);
  return assembly;
}

const finish = (kind: string): StreamChunk => ({ type: 'finish', reason: { kind } });
const call = (argumentsDelta: string): StreamChunk => ({ type: 'tool-call-delta', index: 1, id: 'c', name: 'read', argumentsDelta });

test('gathers deltas by block, in the order of the blocks, and lets the whole replace them', () => {
  const reply = assembled(
    { type: 'block-start', index: 1, blockType: 'tool-call' },
    call('{"a"'),
    { type: 'block-start', index: 0, blockType: 'text' },
    { type: 'text-delta', index: 0, text: 'H' },
    { type: 'text-delta', index: 0, text: 'i' },
    call(':1}'),
    { type: 'usage', usage: { inputTokens: 1 } },
    finish('tool-calls'),
  );
  expect(reply.content()).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'tool-call', id: 'c', name: 'read', arguments: '{"a":1}' },
  ]);
  expect([reply.usage, reply.finish, reply.shown]).toEqual([{ inputTokens: 1 }, { kind: 'tool-calls' }, true]);
  reply.add({ type: 'block-end', index: 0, block: { type: 'text', text: 'Hello' } });
  expect(reply.content()[0]).toEqual({ type: 'text', text: 'Hello' });
});

test('drops empty blocks, and calls of a reply that was cut', () => {
  expect(assembled({ type: 'block-start', index: 0, blockType: 'text' }, finish('stop')).content()).toEqual([]);
  expect(assembled(call('{'), finish('max-tokens')).content()).toEqual([]);
  expect(
    assembled(
      { type: 'block-start', index: 0, blockType: 'reasoning' },
      { type: 'reasoning-delta', index: 0, text: 'Hm' },
      finish('max-tokens'),
    ).content(),
  ).toEqual([{ type: 'reasoning', text: 'Hm' }]);
});

test('shows nothing as long as no text came', () => {
  expect(assembled({ type: 'block-start', index: 0, blockType: 'text' }, { type: 'text-delta', index: 0, text: '' }).shown).toBe(false);
});
