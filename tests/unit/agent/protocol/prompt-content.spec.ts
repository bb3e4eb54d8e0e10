import { expect, test } from '@playwright/test';
import { turnInput } from '../../../../harness/agent/protocol/prompt-content.js';
import { promptAnswer } from '../../../../harness/agent/protocol/prompt-answer.js';

test("keeps the client's own blocks only where they say more than text", () => {
  const plain = [{ type: 'text' as const, text: 'go' }];
  expect(turnInput(plain, [])).toEqual({ content: plain });
  const blob = { type: 'resource' as const, resource: { uri: 'file:///a', blob: 'AA==' } };
  expect(turnInput([blob], [])).toEqual({
    content: [{ type: 'text', text: '<resource uri="file:///a" type="application/octet-stream">\n(binary data, not shown)\n</resource>' }],
    prompt: [blob],
  });
  expect(turnInput([{ type: 'resource_link', uri: 'file:///a', name: 'a', title: 'The A' }], []).content).toEqual([
    { type: 'text', text: '[The A](file:///a)' },
  ]);
});

test("answers with a stop reason or an error that holds the failure's code", () => {
  expect(promptAnswer({ kind: 'max-turn-requests' })).toEqual({ stopReason: 'max_turn_requests' });
  expect(() => promptAnswer({ kind: 'error', step: 1, failure: { message: 'm', code: 'AUTH', status: 401 } })).toThrow(
    expect.objectContaining({ code: -32603, message: 'Internal error: turn failed: m', data: { code: 'AUTH', status: 401 } }),
  );
});
