import { expect, test } from '@playwright/test';
import {
  agent,
  asks,
  client,
  exchange,
  findingsIn,
  initialize,
  inTurn,
  opened,
  prompt,
  rulesIn,
  says,
  stopped,
  toolCall,
  update,
} from './build.js';

const messages = async (frames: Parameters<typeof findingsIn>[0]): Promise<string[]> =>
  (await findingsIn(frames)).map(({ rule, message }) => `${rule}: ${message}`);

test('schema: refuses a missing field, naming method and place', async () => {
  expect(await messages(inTurn([update({ sessionUpdate: 'current_mode_update', modeId: 'x' })]))).toEqual([
    "schema: session/update params: /update must have required property 'currentModeId'",
    'unknown-field: session/update params: /update/modeId is not in the schema; extensions belong into _meta',
  ]);
});

test('schema: refuses an update of no known kind', async () => {
  expect(await messages(inTurn([update({ sessionUpdate: 'agent_speech' })]))).toEqual([
    'schema: session/update params: /update value of tag "sessionUpdate" must be in oneOf',
  ]);
});

test('schema: refuses a result that is none, naming what it may be', async () => {
  expect(await messages([...opened(), prompt(2), stopped(2, 'banana')])).toEqual([
    'schema: session/prompt result: /stopReason must be one of "end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"',
  ]);
  expect(await rulesIn([...opened(), prompt(2), agent({ id: 2, result: null })])).toEqual(['schema']);
});

test('schema: refuses what is no object where a tag tells its kind', async () => {
  for (const content of ['text', 7, null, []])
    expect(await rulesIn(inTurn([update({ sessionUpdate: 'agent_message_chunk', content })]))).toEqual(['schema']);
  expect(await rulesIn(inTurn([agent({ method: 'session/update', params: { sessionId: 's', update: 'hello' } })]))).toEqual(['schema']);
});

test('schema: refuses an error object that is none', async () => {
  expect(await messages([...initialize(), client({ id: 1, method: '_x' }), agent({ id: 1, error: { code: 'x' } })])).toEqual([
    "schema: error: must have required property 'message'; /code must be integer",
  ]);
  expect(
    await rulesIn([...initialize(), client({ id: 1, method: '_x' }), agent({ id: 1, error: { code: -32601, message: 'no' } })]),
  ).toEqual([]);
});

test('schema: names three places and counts the rest', async () => {
  const entry = { kind: 'none' };
  const [message] = await messages(
    inTurn([agent({ id: 1, method: 'session/request_permission', params: { options: [entry, entry], toolCall: 1 } })]),
  );
  expect(message).toMatch(/; and \d+ more$/);
});

test('schema-lenient: only warns of what a receiver repairs', async () => {
  expect(await findingsIn(inTurn([toolCall('t', { kind: 'banana' })]))).toMatchObject([{ rule: 'schema-lenient', severity: 'warning' }]);
  const plan = {
    sessionUpdate: 'plan',
    entries: [
      { content: 'a', priority: 'urgent', status: 'pending' },
      { content: 'b', priority: 'high', status: 'pending' },
    ],
  };
  expect(await rulesIn(inTurn([update(plan)]))).toEqual(['schema-lenient']);
  expect(await rulesIn(inTurn([toolCall('t', { kind: 'banana', locations: [{ line: 1 }] })]))).toEqual(['schema-lenient']);
  expect(await rulesIn([...initialize().slice(0, 1), agent({ id: 0, result: { protocolVersion: 1, agentCapabilities: null } })])).toEqual([
    'schema-lenient',
  ]);
});

test('schema: a repaired field beside a broken one does not hide it', async () => {
  expect(await messages(inTurn([update({ sessionUpdate: 'tool_call', toolCallId: 't', kind: 'banana' })]))).toEqual([
    "schema: session/update params: /update must have required property 'title'",
  ]);
});

test('unknown-field: warns of fields outside _meta that the schema does not know', async () => {
  const found = await findingsIn(inTurn([toolCall('t', { colour: 'red', _meta: { colour: 'red' }, rawInput: { any: { thing: 1 } } })]));
  expect(found).toMatchObject([
    {
      rule: 'unknown-field',
      severity: 'warning',
      message: 'session/update params: /update/colour is not in the schema; extensions belong into _meta',
    },
  ]);
});

test('unknown-field: looks into lists, alternatives and names with slashes', async () => {
  const content = [
    { type: 'content', content: { type: 'text', text: 'x', 'a/b~c': 1 } },
    { type: 'diff', path: '/a', newText: '', extra: 1 },
  ];
  expect((await messages(inTurn([toolCall('t', { content })]))).map((message) => /(\/update\S+)/.exec(message)![1])).toEqual([
    '/update/content/0/content/a~1b~0c',
    '/update/content/1/extra',
  ]);
});

test('unstable-field: labels fields and updates that are not stable yet', async () => {
  expect(
    await findingsIn([
      ...opened(),
      prompt(2),
      agent({ id: 2, result: { stopReason: 'end_turn', usage: { totalTokens: 1, inputTokens: 1, outputTokens: 0 } } }),
    ]),
  ).toMatchObject([{ rule: 'unstable-field', severity: 'warning', message: 'session/prompt result: /usage is not stable yet' }]);
  expect(await findingsIn(inTurn([update({ sessionUpdate: 'plan_removed', planId: 'p' })]))).toMatchObject([
    { rule: 'unstable-field', message: 'session/update params: /update sessionUpdate "plan_removed" is not stable yet' },
  ]);
});

test('unknown-method: a method is one of the protocol or an extension', async () => {
  expect(await messages([...initialize(), agent({ id: 1, method: 'editor/open' })])).toEqual([
    'unknown-method: editor/open is no method of the protocol',
  ]);
  expect(await messages([...initialize(), agent({ method: 'toString' })])).toEqual([
    'unknown-method: toString is no method of the protocol',
  ]);
  expect(await rulesIn([...initialize(), agent({ method: '_vendor/x', params: { a: 1 } }), agent({ method: '$/progress' })])).toEqual([]);
});

test('unstable-method: labels methods that are not stable yet', async () => {
  expect(await findingsIn([...initialize(), agent({ method: 'auth/status_update', params: {} })])).toMatchObject([
    { rule: 'unstable-method', severity: 'warning' },
  ]);
});

test('wrong-direction: an agent does not call the agent', async () => {
  expect(await messages([...opened(), agent({ id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } })])).toEqual([
    'wrong-direction: session/prompt from the agent',
  ]);
});

test('wrong-kind: requests carry an id and notifications do not', async () => {
  expect(
    await messages(
      inTurn([agent({ method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } })], { fs: { readTextFile: true } }),
    ),
  ).toEqual(['wrong-kind: fs/read_text_file as a notification']);
  expect(await messages(inTurn([agent({ id: 1, method: 'session/update', params: { sessionId: 's', update: {} } })]))).toEqual([
    'wrong-kind: session/update as a request',
  ]);
});

test('takes $/cancel_request from either side', async () => {
  expect(
    await rulesIn(
      inTurn([
        agent({ method: '$/cancel_request', params: { requestId: 1 } }),
        client({ method: '$/cancel_request', params: { requestId: 2 } }),
      ]),
    ),
  ).toEqual([]);
  expect(await rulesIn(inTurn([agent({ method: '$/cancel_request' })]))).toEqual(['schema']);
});

test('client-schema: what the client sends is a warning at most', async () => {
  const frames = [
    ...opened(),
    client({ id: 2, method: 'session/prompt', params: { sessionId: 7, extra: 1 } }),
    agent({ id: 2, error: { code: -32602, message: 'no' } }),
    client({ method: 'nope' }),
  ];
  expect(await findingsIn(frames)).toMatchObject([{ rule: 'client-schema', severity: 'warning', frame: 4 }]);
});

test('checks what the client answers, too', async () => {
  expect(
    await rulesIn(
      inTurn(asks(1, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] }, { outcome: 'yes' })),
    ),
  ).toEqual(['permission-before-tool-call', 'client-schema']);
});

test('leaves results of extensions alone', async () => {
  expect(await rulesIn([...initialize(), ...exchange(1, '_x', {}, { any: 1 }), ...exchange(2, 'nope', {}, { any: 1 })])).toEqual([]);
});

test('knows every stable update of a well-behaved agent', async () => {
  const capabilities = { session: { notices: {}, compaction: {} } };
  const text = { type: 'text', text: 'x' };
  const updates = [
    { sessionUpdate: 'user_message_chunk', content: text },
    { sessionUpdate: 'agent_message_chunk', content: text, messageId: 'm' },
    { sessionUpdate: 'agent_thought_chunk', content: { type: 'resource_link', uri: 'file:///a', name: 'a' } },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'read',
      kind: 'read',
      status: 'pending',
      locations: [{ path: '/a', line: 1 }],
      rawInput: { a: 1 },
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'completed',
      content: [{ type: 'diff', path: '/a', oldText: null, newText: 'b' }],
      rawOutput: [1],
    },
    { sessionUpdate: 'plan', entries: [{ content: 'c', priority: 'high', status: 'pending' }] },
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'n', description: 'd', input: { hint: 'h' } }] },
    { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [{ id: 'm', name: 'Mode', category: 'mode', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] }],
    },
    { sessionUpdate: 'session_info_update', title: 't', updatedAt: null },
    { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.1, currency: 'USD' } },
    { sessionUpdate: 'notice', severity: 'info', title: 't' },
  ];
  expect(
    await findingsIn(
      inTurn(
        updates.map((fields) => update(fields)),
        capabilities,
      ),
    ),
  ).toEqual([]);
});

test('checks twenty thousand updates in a blink, and is not fooled by many', async () => {
  const frames = inTurn([...Array.from({ length: 20_000 }, () => says('x')), update({ sessionUpdate: 'agent_message_chunk' })]);
  expect(await rulesIn(frames)).toEqual(['schema']);
});
