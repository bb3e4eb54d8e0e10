import { symlinkSync } from 'node:fs';
import { chat } from './provider.js';
import { expect, test } from './support.js';

/** Runs one call in mode auto and tells what the client and the model were told of it. */
const call = (tool: string, args: unknown) => ({ id: `call-${tool}`, tool, args });

const resultOf = (body: Record<string, unknown>): string[] =>
  (body['messages'] as { role: string; content: string }[]).filter(({ role }) => role === 'tool').map(({ content }) => content);

test('reads a file through a window, with its place for the client', async ({ session, provider, place }) => {
  place.write('notes.txt', 'a\nb\nc\nd\n');
  provider.answers(chat([call('read', { file_path: 'notes.txt', offset: 2, limit: 2 })]), chat([{ text: 'ok' }]));
  const talk = await session();
  await talk.prompt('Read');
  const path = `${place.cwd}/notes.txt`;
  expect(resultOf(provider.requests[1]!.body)).toEqual([
    `<path>${path}</path>\n<type>file</type>\n<content>\n2: b\n3: c\n\n(Showing lines 2-3 of 4. Use offset=4 to go on.)\n</content>`,
  ]);
  expect(talk.client.updates('tool_call')).toEqual([
    expect.objectContaining({
      toolCallId: 'call-read',
      title: 'Read notes.txt',
      kind: 'read',
      status: 'in_progress',
      locations: [{ path, line: 2 }],
      rawInput: { file_path: 'notes.txt', offset: 2, limit: 2 },
    }),
  ]);
});

test('edits a file and shows the change as a diff', async ({ session, provider, place }) => {
  place.write('config.txt', 'mode=DEBUG\nlevel=info\n');
  provider.answers(chat([call('edit', { file_path: 'config.txt', old_string: 'DEBUG', new_string: 'RELEASE' })]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Edit');
  const path = `${place.cwd}/config.txt`;
  expect(place.read('config.txt')).toBe('mode=RELEASE\nlevel=info\n');
  expect(resultOf(provider.requests[1]!.body)).toEqual([`The file ${path} has been updated successfully.`]);
  expect(talk.client.updates('tool_call')[0]!['content']).toEqual([{ type: 'diff', path, oldText: 'DEBUG', newText: 'RELEASE' }]);
  expect(talk.client.updates('tool_call_update')).toEqual([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call-edit',
      status: 'completed',
      content: [{ type: 'diff', path, oldText: 'mode=DEBUG\nlevel=info', newText: 'mode=RELEASE\nlevel=info' }],
    },
  ]);
  expect(talk.events('tool/result')[0]!.data['meta']).toEqual({
    diffs: [{ path: 'config.txt', oldText: 'mode=DEBUG\nlevel=info', newText: 'mode=RELEASE\nlevel=info' }],
  });
});

test('runs bash in the session folder with an environment of four variables', async ({ session, provider, place }) => {
  provider.answers(
    chat([call('bash', { command: 'pwd; export -p | cut -c12- | cut -d= -f1', description: 'Look' })]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto', env: { DEEPSEEK_SECRET: 'hidden' } });
  await talk.prompt('Run');
  const [output] = resultOf(provider.requests[1]!.body);
  expect(output!.split('\n').filter(Boolean)).toEqual([place.cwd, 'HOME', 'LANG', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'TMPDIR']);
  expect(talk.client.updates('tool_call_update').at(-1)!['content'][0].content.text).toBe(`\`\`\`console\n${output!.trimEnd()}\n\`\`\``);
});

test('keeps stdout and stderr of bash in order and tells a failure', async ({ session, provider }) => {
  provider.answers(chat([call('bash', { command: 'echo 1; echo 2 >&2; echo 3; exit 4', description: 'Fail' })]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Run');
  expect(resultOf(provider.requests[1]!.body)).toEqual(['1\n2\n3\n(exit code 4)']);
  expect(talk.client.updates('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
});

test('cuts the middle out of long output and ends a command at its timeout', async ({ session, provider }) => {
  provider.answers(
    chat([
      { id: 'long', tool: 'bash', args: { command: 'printf "%0.sx" $(seq 1 500)', description: 'Long' } },
      { id: 'slow', tool: 'bash', args: { command: 'echo early; sleep 60', description: 'Slow', timeout: 3000 } },
    ]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto', limits: { outputCharacters: 100 } });
  await talk.prompt('Run');
  expect(resultOf(provider.requests[1]!.body)).toEqual([
    `${'x'.repeat(50)}\n[… 400 characters were cut out here …]\n${'x'.repeat(50)}\n(the output is kept: process with action output and process 1 shows its lines)\n`,
    'early\n(ended after 3000 milliseconds, its timeout)',
  ]);
});

test('turns todo into a plan', async ({ session, provider }) => {
  provider.answers(
    chat([
      call('todo', {
        todos: [
          { content: 'Look', status: 'in_progress', priority: 'high' },
          { content: 'Leap', status: 'pending' },
        ],
      }),
    ]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session();
  await talk.prompt('Plan');
  expect(talk.client.updates('plan', 'tool_call', 'tool_call_update').map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'tool_call',
    'plan',
    'tool_call_update',
  ]);
  expect(talk.client.updates('plan')[0]).toMatchObject({
    entries: [
      { content: 'Look', priority: 'high', status: 'in_progress' },
      { content: 'Leap', priority: 'medium', status: 'pending' },
    ],
  });
});

test('tells the model what is wrong with a call', async ({ session, provider, place }) => {
  place.write('a.txt', 'x x\n');
  symlinkSync('/etc', `${place.cwd}/out`);
  const bad: [string, unknown, string][] = [
    ['teleport', {}, 'There is no tool named "teleport".'],
    ['read', '{"file_path": ', 'The arguments of read are not JSON.'],
    ['read', { path: 'a.txt' }, 'The arguments of read are wrong: file_path is missing.'],
    ['read', { file_path: 'a.txt', offset: '1' }, 'The arguments of read are wrong: offset must be an integer.'],
    ['read', { file_path: 'none.txt' }, `No such file or folder: ${place.cwd}/none.txt`],
    ['read', { file_path: '../secret.txt' }, "Refused: ../secret.txt is outside the session's folder"],
    ['read', { file_path: 'out/passwd' }, "Refused: out/passwd is outside the session's folder"],
    ['write', { file_path: 'out/new.txt', content: '' }, "Refused: out/new.txt is outside the session's folder"],
    [
      'edit',
      { file_path: 'a.txt', old_string: 'x', new_string: 'y' },
      `old_string stands 2 times in ${place.cwd}/a.txt. Give more of the text around it, or set replace_all.`,
    ],
  ];
  provider.answers(chat(bad.map(([tool, args], index) => ({ id: `c${index}`, tool, args }))), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  expect(await talk.prompt('Go')).toEqual({ stopReason: 'end_turn' });
  expect(resultOf(provider.requests[1]!.body)).toEqual(bad.map(([, , told]) => told));
  expect(talk.client.updates('tool_call_update').every(({ status }) => status === 'failed')).toBe(true);
  expect(talk.client.updates('tool_call')[0]).toMatchObject({ title: 'teleport', kind: 'other' });
});

test('shows all calls of a reply first and commits their results in its order', async ({ session, provider, place }) => {
  place.write('big.txt', 'line\n'.repeat(50_000));
  place.write('small.txt', 'small\n');
  provider.answers(
    chat(['big', 'small', 'big', 'small'].map((name, index) => ({ id: `c${index}`, tool: 'read', args: { file_path: `${name}.txt` } }))),
    chat([{ text: 'ok' }]),
  );
  const talk = await session();
  await talk.prompt('Read all');
  const seen = talk.client
    .updates('tool_call', 'tool_call_update')
    .map(({ sessionUpdate, toolCallId }) => `${sessionUpdate} ${toolCallId}`);
  const order = ['c0', 'c1', 'c2', 'c3'];
  expect(seen).toEqual([...order.map((id) => `tool_call ${id}`), ...order.map((id) => `tool_call_update ${id}`)]);
  expect(talk.events('tool/result').map(({ data }) => data['callId'])).toEqual(order);
});

test('lets a call see what an earlier one of the same reply changed', async ({ session, provider, place }) => {
  provider.answers(
    chat([
      { id: 'c0', tool: 'write', args: { file_path: 'new/one.txt', content: 'one\n' } },
      { id: 'c1', tool: 'read', args: { file_path: 'new/one.txt' } },
      { id: 'c2', tool: 'glob', args: { pattern: '*.txt' } },
      { id: 'c3', tool: 'grep', args: { pattern: '^on', include: '*.txt' } },
    ]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Go');
  const path = `${place.cwd}/new/one.txt`;
  expect(resultOf(provider.requests[1]!.body)).toEqual([
    `The file ${path} has been created successfully.`,
    `<path>${path}</path>\n<type>file</type>\n<content>\n1: one\n\n(End of file - total 1 lines)\n</content>`,
    path,
    `${path}:1: one`,
  ]);
});

test('reads and writes text through a client that offers it', async ({ session, provider, place }) => {
  place.write('in.txt', 'on disk\n');
  provider.answers(
    chat([call('read', { file_path: 'in.txt' })]),
    chat([call('write', { file_path: 'out.txt', content: 'from the agent\n' })]),
    chat([call('read', { file_path: 'gone.txt' })]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto', client: { fs: { readTextFile: true, writeTextFile: true } } });
  talk.client.serve['fs/read_text_file'] = ({ path }) =>
    String(path).endsWith('gone.txt') ? Object.assign(new Error('gone'), { code: -32002 }) : { content: 'unsaved\n' };
  const written: unknown[] = [];
  talk.client.serve['fs/write_text_file'] = (params) => (written.push(params), {});
  await talk.prompt('Copy');
  expect(resultOf(provider.requests[1]!.body)[0]).toContain('1: unsaved\n');
  expect(written).toEqual([{ sessionId: talk.id, path: `${place.cwd}/out.txt`, content: 'from the agent\n' }]);
  expect(resultOf(provider.requests[3]!.body)[2]).toBe(`No such file or folder: ${place.cwd}/gone.txt`);
  expect(() => place.read('out.txt')).toThrow('ENOENT');
});
