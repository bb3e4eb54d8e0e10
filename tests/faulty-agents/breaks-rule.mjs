// Breaks the one rule of the protocol that its argument names, and no other; sound without an argument.
const [broken] = process.argv.slice(2);

const out = (line) => process.stdout.write(line);
const send = (message) => out(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const reply = (id, result) => send({ id, result });
const refuse = (id) => send({ id, error: { code: -32601, message: 'Method not found' } });
const notify = (method, params = {}) => send({ method, params });
const update = (fields, sessionId = 's', more = {}) => notify('session/update', { sessionId, update: fields, ...more });
const say = (text, sessionUpdate = 'agent_message_chunk') => update({ sessionUpdate, content: { type: 'text', text } });
const tool = (toolCallId, fields = {}, sessionUpdate = 'tool_call') =>
  update({ sessionUpdate, toolCallId, ...(sessionUpdate === 'tool_call' && { title: 'read' }), ...fields });

let asked = 0;
const answers = new Map();
/** Asks the client and waits for what it answers. */
const ask = (method, params = {}) =>
  new Promise((resolve) => {
    const id = `a${++asked}`;
    answers.set(id, resolve);
    send({ id, method, params: { sessionId: 's', ...params } });
  });

const OPTIONS = [
  {
    id: 'model',
    name: 'Model',
    type: 'select',
    currentValue: 'small',
    options: [
      { value: 'small', name: 'Small' },
      { value: 'big', name: 'Big' },
    ],
  },
];
const MODES = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'auto', name: 'Auto' },
  ],
};
const capabilities = { loadSession: true, sessionCapabilities: { resume: {}, close: {}, list: {} } };
const ALLOW = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }];

let waiting;
const end = (stopReason) => {
  if (waiting !== undefined) reply(waiting, { stopReason });
  waiting = undefined;
};

/** What a sound agent does; each gets the id and the params of its message. */
const sound = {
  initialize: (id) => reply(id, { protocolVersion: 1, agentCapabilities: capabilities, authMethods: [] }),
  'session/new': (id) => reply(id, { sessionId: 's', modes: MODES, configOptions: OPTIONS }),
  'session/load': (id) => (say('before', 'user_message_chunk'), reply(id, {})),
  'session/resume': (id) => reply(id, {}),
  'session/list': (id) => reply(id, { sessions: [] }),
  'session/set_mode': (id) => reply(id, {}),
  'session/set_config_option': (id) => reply(id, { configOptions: OPTIONS }),
  'session/close': (id) => (end('cancelled'), reply(id, {})),
  'session/cancel': () => end('cancelled'),
  'session/prompt': async (id, { prompt }) => {
    if (prompt[0].text === 'wait') {
      waiting = id;
      return;
    }
    say('hello');
    tool('t1', { status: 'in_progress', locations: [{ path: '/w/a.txt', line: 1 }] });
    await ask('session/request_permission', { toolCall: { toolCallId: 't1' }, options: ALLOW });
    tool('t1', { status: 'completed' }, 'tool_call_update');
    reply(id, { stopReason: 'end_turn' });
  },
};

const prompt = (before, after = () => {}) => ({
  'session/prompt': async (id, params) => {
    await before(id);
    await sound['session/prompt'](id, params);
    after(id);
  },
});

/** What the agent does otherwise, by the rule that it breaks. */
const BREAKS = {
  noise: { initialize: (id) => (out('starting up\n'), sound.initialize(id)) },
  'line-format': prompt(() =>
    out(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } } })}\r\n`,
    ),
  ),
  'jsonrpc-version': prompt(() => send({ jsonrpc: '1.0', method: '_x/y' })),
  envelope: prompt(() => send({ id: 'x' })),
  'id-type': prompt(() => send({ id: 1.5, method: '_x/y' })),
  // In one write: the client cannot answer the first before it sees the second.
  'duplicate-request-id': prompt(() => out(`${JSON.stringify({ jsonrpc: '2.0', id: 'twice', method: '_x/y' })}\n`.repeat(2))),
  'duplicate-response': prompt(
    () => {},
    (id) => reply(id, { stopReason: 'end_turn' }),
  ),
  'unknown-response-id': prompt(() => reply(999, {})),
  'unanswered-request': { 'session/set_mode': () => {} },
  schema: prompt(() => update({ sessionUpdate: 'current_mode_update' })),
  'schema-lenient': prompt(() => tool('t0', { kind: 'banana' })),
  'client-schema': {},
  'unknown-field': prompt(() => update({ sessionUpdate: 'plan', entries: [], colour: 'red' })),
  'unstable-field': {
    'session/prompt': (id) => reply(id, { stopReason: 'end_turn', usage: { totalTokens: 1, inputTokens: 1, outputTokens: 0 } }),
  },
  'unknown-method': prompt(() => notify('session/whatever', { sessionId: 's' })),
  'unstable-method': prompt(() => notify('auth/status_update', { status: { type: 'authenticated' } })),
  'wrong-direction': prompt(() => notify('session/cancel', { sessionId: 's' })),
  'wrong-kind': prompt(() =>
    send({ id: 'x', method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } } }),
  ),
  'method-not-served': { 'session/prompt': refuse },
  'initialize-first': { initialize: (id) => (notify('_x/hello'), sound.initialize(id)) },
  'protocol-version': { initialize: (id) => reply(id, { protocolVersion: 2, agentCapabilities: capabilities, authMethods: [] }) },
  'update-before-session': {
    'session/new': (id) => (update({ sessionUpdate: 'available_commands_update', availableCommands: [] }), sound['session/new'](id)),
  },
  'unknown-session': prompt(() => update({ sessionUpdate: 'available_commands_update', availableCommands: [] }, 'other')),
  'closed-session': {
    'session/close': (id) => (sound['session/close'](id), update({ sessionUpdate: 'available_commands_update', availableCommands: [] })),
  },
  'close-open-turn': { 'session/close': (id) => (reply(id, {}), end('cancelled')) },
  'late-update': prompt(
    () => {},
    () => say('late'),
  ),
  'update-outside-turn': { 'session/set_mode': (id) => (say('hello'), reply(id, {})) },
  'cancel-outcome': { 'session/cancel': () => end('end_turn') },
  'load-replay-late': { 'session/load': (id) => (reply(id, {}), say('before', 'user_message_chunk')) },
  'resume-replay': { 'session/resume': (id) => (say('before', 'user_message_chunk'), reply(id, {})) },
  'fs-not-advertised': prompt(() => ask('fs/read_text_file', { path: '/w/a.txt' })),
  'terminal-not-advertised': prompt(async () => {
    const { terminalId } = await ask('terminal/create', { command: 'ls' });
    await ask('terminal/release', { terminalId });
  }),
  'elicitation-not-advertised': prompt(() =>
    ask('elicitation/create', { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } }),
  ),
  'update-not-advertised': prompt(() => update({ sessionUpdate: 'notice', severity: 'info', title: 'n' })),
  'boolean-option-not-advertised': {
    'session/new': (id) =>
      reply(id, { sessionId: 's', configOptions: [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: true }] }),
  },
  'advertised-not-served': { 'session/list': refuse },
  'duplicate-tool-call': prompt(() => (tool('t0'), tool('t0'))),
  'unknown-tool-call': prompt(() => tool('t0', {}, 'tool_call_update')),
  'permission-before-tool-call': prompt(() => ask('session/request_permission', { toolCall: { toolCallId: 't0' }, options: ALLOW })),
  'tool-call-reopened': prompt(() => {
    tool('t0', { status: 'completed' });
    tool('t0', { status: 'in_progress' }, 'tool_call_update');
    tool('t0', { status: 'completed' }, 'tool_call_update');
  }),
  'tool-call-unfinished': prompt(() => tool('t0', { status: 'in_progress' })),
  'unknown-terminal': prompt(async () => {
    const { terminalId } = await ask('terminal/create', { command: 'ls' });
    await ask('terminal/release', { terminalId });
    await ask('terminal/output', { terminalId });
  }),
  'terminal-not-released': prompt(() => ask('terminal/create', { command: 'ls' })),
  'unknown-elicitation': prompt(() => notify('elicitation/complete', { elicitationId: 'e' })),
  'unknown-mode': prompt(() => update({ sessionUpdate: 'current_mode_update', currentModeId: 'none' })),
  'config-options-incomplete': { 'session/set_config_option': (id) => reply(id, { configOptions: [] }) },
  'absolute-path': prompt(() => tool('t0', { locations: [{ path: 'a.txt' }] })),
  'line-number': prompt(() => ask('fs/read_text_file', { path: '/w/a.txt', line: 0 })),
};

if (broken === '--list') {
  out(`${Object.keys(BREAKS).join('\n')}\n`);
  process.exit(0);
}
const handlers = { ...sound, ...BREAKS[broken] };

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params, result = {} } = JSON.parse(line);
    if (method === undefined) answers.get(id)?.(result);
    else if (handlers[method]) handlers[method](id, params);
    else if (id !== undefined) refuse(id);
  }
});
