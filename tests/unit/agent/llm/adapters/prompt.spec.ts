import { expect, test } from '@playwright/test';
import { LIVE_CONFIG } from '../../../../../harness/agent/config/live.js';
import { callOptions } from '../../../../../harness/agent/llm/adapters/prompt.js';
import type { ModelRequest } from '../../../../../harness/schema/model-request.js';

const request = (change: Partial<ModelRequest> = {}): ModelRequest => ({
  config: { provider: 'p', model: 'm' },
  system: 'S',
  tools: [],
  messages: [],
  ...change,
});
const provider = LIVE_CONFIG.provider;

test('turns blocks into parts, results into a tool message that names its tool', () => {
  const { prompt, tools } = callOptions(
    request({
      tools: [{ name: 'read', description: 'd', parameters: { type: 'object' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'go' },
            { type: 'image', mimeType: 'image/png', data: 'AA==' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'r', signature: 's' },
            { type: 'text', text: 't' },
            { type: 'tool-call', id: 'a', name: 'read', arguments: '{"x":1}' },
          ],
        },
        { role: 'user', content: [{ type: 'tool-result', toolCallId: 'a', content: [{ type: 'text', text: 'A' }], isError: true }] },
      ],
    }),
    provider,
  );
  expect(prompt).toEqual([
    { role: 'system', content: 'S' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'go' },
        { type: 'file', mediaType: 'image/png', data: 'AA==' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'r', providerOptions: { anthropic: { signature: 's' } } },
        { type: 'text', text: 't' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { x: 1 } },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'error-text', value: 'A' } }] },
  ]);
  expect(tools).toEqual([{ type: 'function', name: 'read', description: 'd', inputSchema: { type: 'object' } }]);
});

for (const text of ['{bad', '[1]', '7', 'null', '']) {
  test(`sends an object where the model wrote the arguments ${JSON.stringify(text)}`, () => {
    const { prompt } = callOptions(
      request({ messages: [{ role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'x', arguments: text }] }] }),
      provider,
    );
    expect(prompt[1]).toMatchObject({ content: [{ input: text === '[1]' ? [1] : {} }] });
  });
}

test('says thinking only where it differs from what the provider does by itself', () => {
  const off = request({ config: { provider: 'p', model: 'm', thinking: 'off' } });
  const options = (adapter: 'deepseek' | 'anthropic' | 'openai-compatible', thinking: boolean, from: ModelRequest) =>
    callOptions(from, { ...provider, adapter, facts: { ...provider.facts, thinking } }).providerOptions;
  expect(options('deepseek', true, request())).toBeUndefined();
  expect(options('deepseek', true, off)).toEqual({ deepseek: { thinking: { type: 'disabled' } } });
  expect(options('deepseek', false, off)).toBeUndefined();
  expect(options('anthropic', true, request())).toEqual({ anthropic: { thinking: { type: 'enabled', budgetTokens: 4096 } } });
  expect(options('anthropic', true, off)).toBeUndefined();
  expect(options('openai-compatible', true, off)).toBeUndefined();
});
