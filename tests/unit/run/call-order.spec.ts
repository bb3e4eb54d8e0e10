import { expect, test } from '@playwright/test';
import { callIdsOf } from '../../../harness/run/call-order.js';
import type { AuthoredRecord, Exchange, WireRequest } from '../../../harness/schema/index.js';
import { matchedCall } from '../matched-call.js';

const request: WireRequest = {
  dialect: 'openai-chat',
  method: 'POST',
  path: '/chat/completions',
  headers: {},
  config: { provider: 'p', model: 'm' },
  system: '',
  tools: [],
  messages: [],
};

const exchange = (lane: number, place: number, ...ids: string[]): Exchange => ({
  type: 'exchange',
  lane,
  place,
  dialect: 'openai-chat',
  request,
  reply: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
          },
        },
      ],
    }),
    end: 'complete',
  },
});

test('calls stand in the order of the replay source, also those that no request carried back', () => {
  const exchanges = [exchange(2, 1, 'c'), exchange(1, 2, 'b2', 'b1'), exchange(1, 1, 'a')];
  expect(callIdsOf({ exchanges, authored: [] }, [])).toEqual(['a', 'b2', 'b1', 'c']);
});

test('authored replies get the ids that they have in the dialect that was spoken', () => {
  const authored = [
    {
      type: 'reply',
      lane: 1,
      toolCalls: [
        { name: 'read', arguments: {} },
        { id: 'mine', name: 'read', arguments: {} },
      ],
    },
  ] as AuthoredRecord[];
  const ids = callIdsOf({ exchanges: [], authored }, [matchedCall({ request })]);
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe('mine');
  expect(callIdsOf({ exchanges: [], authored }, []), 'nobody asked').toEqual([]);
});
