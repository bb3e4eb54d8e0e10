import { expect, test } from '../../faulty-agents/booted.js';
import { driveInput } from '../../../harness/acp/index.js';
import type { InputStep } from '../../../harness/schema/index.js';

const PROMPT = { op: 'prompt', text: 'go' };
const sent = (tap: { frames: readonly { from: string; value?: Readonly<Record<string, unknown>> }[] }) =>
  tap.frames.filter(({ from }) => from === 'client').map(({ value }) => ({ method: value?.['method'], params: value?.['params'] }));

test('sends every request op as the protocol words it', async ({ boot, sandbox }) => {
  const { drive, tap } = await boot('answers-all');
  await drive(
    { op: 'initialize' },
    { op: 'authenticate', methodId: 'key' },
    { op: 'new_session', session: 'one' },
    { op: 'load_session', session: 'two', id: 'old', mcpServers: [{ name: '{{cwd}}/m' }] },
    { op: 'resume_session', session: 'two' },
    { op: 'list_sessions' },
    { op: 'list_sessions', cursor: 'next' },
    { op: 'set_mode', session: 'one', mode: 'ask' },
    { op: 'set_config_option', session: 'one', option: 'model', value: 'small' },
    { op: 'set_config_option', session: 'one', option: 'fast', value: true },
    { op: 'prompt', session: 'one', text: 'in {{cwd}}', content: [{ type: 'resource_link', uri: 'file://{{cwd}}/a', name: 'a' }] },
    { op: 'request', method: '_x/y', params: { of: '{{session:one}}', and: ['{{session:two}}'] } },
    { op: 'notify', method: '_z', params: { of: '{{session:one}}' } },
    { op: 'close_session', session: 'two' },
  );
  const { cwd } = sandbox;
  expect(sent(tap)).toEqual([
    {
      method: 'initialize',
      params: {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'playwright-acp', version: '0.0.0' },
      },
    },
    { method: 'authenticate', params: { methodId: 'key' } },
    { method: 'session/new', params: { cwd, mcpServers: [] } },
    { method: 'session/load', params: { sessionId: 'old', cwd, mcpServers: [{ name: `${cwd}/m` }] } },
    { method: 'session/resume', params: { sessionId: 'old', cwd, mcpServers: [] } },
    { method: 'session/list', params: {} },
    { method: 'session/list', params: { cursor: 'next' } },
    { method: 'session/set_mode', params: { sessionId: 's', modeId: 'ask' } },
    { method: 'session/set_config_option', params: { sessionId: 's', configId: 'model', value: 'small' } },
    { method: 'session/set_config_option', params: { sessionId: 's', configId: 'fast', type: 'boolean', value: true } },
    {
      method: 'session/prompt',
      params: {
        sessionId: 's',
        prompt: [
          { type: 'text', text: `in ${cwd}` },
          { type: 'resource_link', uri: `file://${cwd}/a`, name: 'a' },
        ],
      },
    },
    { method: '_x/y', params: { of: 's', and: ['old'] } },
    { method: '_z', params: { of: 's' } },
    { method: 'session/close', params: { sessionId: 'old' } },
  ]);
});

test('wraps every step, with its line', async ({ boot }) => {
  const steps: string[] = [];
  const onStep = async (step: { op: string }, line: number, body: () => Promise<void>) => {
    steps.push(`${line} ${step.op} begins`);
    await body();
    steps.push(`${line} ${step.op} ends`);
  };
  const { client } = await boot('sound');
  const input: { step: InputStep; line: number }[] = [
    { step: { op: 'initialize', protocolVersion: 1 }, line: 2 },
    { step: { op: 'new_session', session: 'main', mcpServers: [] }, line: 4 },
    { step: { op: 'prompt', session: 'main', text: 'hello', wait: true }, line: 5 },
  ];
  const { prompts, sessions } = await driveInput(client, input, { file: 'input.jsonl', onStep });
  expect(steps).toEqual([
    '2 initialize begins',
    '2 initialize ends',
    '4 new_session begins',
    '4 new_session ends',
    '5 prompt begins',
    '5 prompt ends',
  ]);
  expect(prompts).toEqual([{ session: 'main', stopReason: 'end_turn' }]);
  expect([...sessions]).toEqual([['main', 's']]);
});

test('returns the result of a step driven by hand', async ({ boot }) => {
  const { driver } = await boot('sound');
  expect(await driver.step({ op: 'initialize', protocolVersion: 1 })).toEqual({ protocolVersion: 1, agentCapabilities: {} });
});

test('a request that is answered with an error fails, unless the step expects it', async ({ boot }) => {
  const { drive, driver, prompt } = await boot('refuses-all');
  const refused = drive({ op: 'set_mode', mode: 'x' });
  await expect(refused).rejects.toMatchObject({ code: 'ACP_STEP_SESSION' });
  await prompt({ op: 'expect_error', request: { op: 'set_mode', mode: 'x' }, code: -32602, message: 'no such' });
  await prompt({ op: 'expect_error', request: PROMPT });
  expect(driver.prompts).toEqual([{ session: 'main', error: { code: -32602, message: 'no such session/prompt' } }]);
  const error = await drive({ op: 'set_mode', mode: 'x' }).catch(String);
  for (const fact of [
    'ACP_REQUEST_FAILED',
    'session/set_mode',
    'input.jsonl:2 (set_mode)',
    '-32602 no such session/set_mode',
    '{"why":"because"}',
    'expect_error',
  ])
    expect(error).toContain(fact);
  await expect(drive(PROMPT)).rejects.toMatchObject({ code: 'ACP_REQUEST_FAILED' });
});

test('an expected error has to come, and has to be the one', async ({ boot }) => {
  const refuses = await boot('refuses-all');
  await expect(refuses.prompt({ op: 'expect_error', request: PROMPT, code: -32603 })).rejects.toMatchObject({
    code: 'ACP_ERROR_DIFFERS',
    message: expect.stringContaining('-32602 no such'),
  });
  await expect(refuses.prompt({ op: 'expect_error', request: PROMPT, message: 'other' })).rejects.toMatchObject({
    code: 'ACP_ERROR_DIFFERS',
  });
  const sound = await boot('sound');
  await expect(sound.prompt({ op: 'expect_error', request: PROMPT })).rejects.toMatchObject({
    code: 'ACP_ERROR_EXPECTED',
    message: expect.stringContaining('end_turn'),
  });
});

test('a session without an id cannot be used', async ({ boot }) => {
  const { drive } = await boot('answers-all', { args: ['no-session-id'] });
  await expect(drive({ op: 'new_session' })).rejects.toMatchObject({ code: 'ACP_BAD_RESPONSE' });
});

test('tells a step that does not fit the state', async ({ boot }) => {
  const { prompt, drive } = await boot('hangs-until-cancelled');
  await prompt();
  await expect(drive({ op: 'wait_for', response: true })).rejects.toMatchObject({ code: 'ACP_STEP_NO_PROMPT' });
  await expect(drive({ op: 'cancel_request' })).rejects.toMatchObject({ code: 'ACP_STEP_NO_PROMPT' });
  await expect(drive({ op: 'prompt', session: 'other', text: '' })).rejects.toMatchObject({
    code: 'ACP_STEP_SESSION',
    message: expect.stringContaining('main'),
  });
  await expect(drive({ op: 'prompt', text: '{{session:other}}' })).rejects.toMatchObject({ code: 'ACP_STEP_SESSION' });
  await expect(drive({ op: 'wait_for' })).rejects.toMatchObject({ code: 'ACP_STEP_TRIGGER' });
  await expect(drive({ op: 'wait_for', file: '../outside' })).rejects.toMatchObject({ code: 'ACP_STEP_PATH' });
  await expect(drive({ op: 'wait_for', log: {} })).rejects.toMatchObject({ code: 'ACP_STEP_LOG' });
  await drive({ ...PROMPT, wait: false });
  await expect(drive(PROMPT)).rejects.toMatchObject({ code: 'ACP_STEP_PROMPT_OPEN' });
  await drive({ op: 'cancel' }, { op: 'wait_for', response: true });
});

test('cancels the request of an open prompt', async ({ boot }) => {
  const { prompt, tap, drive } = await boot('hangs-until-cancelled');
  await prompt({ ...PROMPT, wait: false }, { op: 'cancel_request', when: { frame: { method: 'session/update' } } });
  expect(sent(tap).at(-1)).toEqual({ method: '$/cancel_request', params: { requestId: 2 } });
  await drive({ op: 'cancel' }, { op: 'wait_for', response: true });
});

test('writes raw bytes as they are', async ({ boot }) => {
  const { prompt, tap, driver } = await boot('sound');
  const raw = '{"jsonrpc":"2.0","id":"raw","method":"session/prompt","params":{"prompt":[{"text":"{{cwd}}"}]}}';
  await prompt(
    { op: 'raw', text: raw.slice(0, 20), newline: false },
    { op: 'raw', base64: Buffer.from(raw.slice(20)).toString('base64') },
    { op: 'wait_for', frame: { id: 'raw' } },
  );
  await driver.finish();
  expect(tap.frames.filter(({ from }) => from === 'client').at(-1)).toMatchObject({ raw });
});
