import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { readyName } from '../../../harness/agent/delegation/flush.js';
import { planMerge } from '../../../harness/agent/delegation/merge-plan.js';
import { readTree } from '../../../harness/agent/delegation/tree.js';
import type { Json } from './client.js';
import { chat, hangs, refuses, type Provider } from './provider.js';
import { expect, MAIN, test, type Place, type Session } from './support.js';

const task = (id: string, args: object = {}, tool = 'subagent') => ({
  id,
  tool,
  args: { description: `Task ${id}`, prompt: `Do ${id}.`, ...args },
});

/** Logs of sub-agents, each with its header first, in the order of their creation. */
function childLogs({ home }: Place): Record<string, Json>[][] {
  const folder = join(home, '.reference-agent/sessions');
  return readdirSync(folder)
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, Json>),
    )
    .filter(([header]) => header?.['parentSession'])
    .sort(([a], [b]) => (a!['createdAt'] as number) - (b!['createdAt'] as number));
}

const workspaces = ({ home }: Place): string[] => {
  const folder = join(home, '.reference-agent/workspaces');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const texts = (events: readonly { data: Record<string, unknown> }[]): string[] =>
  events.map(({ data }) => (data['content'] as { text: string }[])[0]!.text);

test('works in a copy of the folder, under the name of the folder itself, and answers', async ({ session, place, provider }) => {
  place.write('a.txt', 'alpha\n');
  place.write('deep/b.txt', 'beta\n');
  provider.answers(
    chat([task('s1')]),
    chat([
      { id: 'c1', tool: 'bash', args: { command: `pwd && cat '${place.cwd}/a.txt' deep/b.txt`, description: 'look' } },
      { id: 'c2', tool: 'read', args: { file_path: 'nothing.txt' } },
    ]),
    chat([{ text: 'All seen.' }]),
    chat([{ text: 'Done.' }]),
  );
  const talk = await session({ mode: 'auto' });
  expect(await talk.prompt('go')).toEqual({ stopReason: 'end_turn' });
  const [child] = childLogs(place);
  expect(texts(child!.filter(({ type }) => type === 'tool/result') as never)).toEqual([
    `${place.cwd}\nalpha\nbeta\n`,
    `No such file or folder: ${place.cwd}/nothing.txt`,
  ]);
  expect(talk.events('tool/result')).toMatchObject([{ data: { callId: 's1', content: [{ text: 'All seen.' }], isError: false } }]);
  expect(workspaces(place)).toEqual([]);
  const shown = talk.client.updates('tool_call_update');
  expect(shown.every(({ toolCallId }) => toolCallId === 's1')).toBe(true);
  expect(shown.at(-2)!['content'][0].content.text).toMatch(/: completed\nRead nothing\.txt: failed\nAll seen\.$/);
  expect(shown.at(-1)).toMatchObject({ status: 'completed', content: [{ content: { text: 'All seen.' } }] });
});

test('limits of depth and of number are told to the model', async ({ session, place, provider }) => {
  provider.answers(chat([task('s1')]), chat([task('deep')]), chat([{ text: 'no deeper' }]), chat([task('s2')]), chat([{ text: 'Done.' }]));
  const talk = await session({ mode: 'auto', limits: { subagentDepth: 1, subagentsPerTurn: 1 } });
  await talk.prompt('go');
  const children = childLogs(place);
  expect(children).toHaveLength(1);
  expect(children[0]!.find(({ type }) => type === 'tool/result')!['data']).toMatchObject({
    isError: true,
    content: [{ text: 'Sub-agents may be nested 1 deep, and this is one that deep. Do the work here.' }],
  });
  expect(texts(talk.events('tool/result'))).toEqual([
    'no deeper',
    'A turn may use 1 sub-agents, and this one has. Go on with what they answered.',
  ]);
});

test('a nested sub-agent answers its parent, which answers its own', async ({ session, place, provider }) => {
  provider.answers(
    chat([task('s1')]),
    chat([task('s2')]),
    chat([{ text: 'from below' }]),
    chat([{ text: 'from the middle' }]),
    chat([{ text: 'Done.' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('go');
  const [middle, below] = childLogs(place);
  expect(middle![0]).toMatchObject({ delegationDepth: 1, parentSession: talk.id });
  expect(below![0]).toMatchObject({ delegationDepth: 2, parentSession: middle![0]!['id'] });
  expect(texts(talk.events('tool/result'))).toEqual(['from the middle']);
});

test('a failed sub-agent is an explained result, and the parent goes on', async ({ session, place, provider }) => {
  provider.answers(chat([task('s1')]), refuses(401, 'no such key'), chat([{ text: 'I see.' }]));
  const talk = await session({ mode: 'auto' });
  expect(await talk.prompt('go')).toEqual({ stopReason: 'end_turn' });
  expect(talk.events('subagent/ended')[0]!.data).toMatchObject({ name: 'agent-1', outcome: { kind: 'error', failure: { code: 'AUTH' } } });
  const [result] = talk.events('tool/result');
  expect(result!.data).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^The sub-agent failed: .*\(AUTH\)/) }] });
  expect(workspaces(place)).toEqual([]);
});

test('a cancel reaches the sub-agent, and both logs are whole', async ({ session, place, provider }) => {
  provider.answers(chat([task('s1')]), chat([{ id: 'c1', tool: 'glob', args: { pattern: '*' } }]), hangs({ text: 'I think' }));
  const talk = await session({ mode: 'auto' });
  const prompt = talk.openPrompt('go');
  await expect.poll(() => provider.requests.length).toBe(3);
  talk.client.notify('session/cancel', { sessionId: talk.id });
  expect((await talk.client.answer(prompt)).result).toEqual({ stopReason: 'cancelled' });
  expect(talk.events('subagent/ended', 'turn/end')).toMatchObject([
    { type: 'subagent/ended', data: { outcome: { kind: 'aborted' } } },
    { type: 'turn/end', data: { reason: { kind: 'aborted' } } },
  ]);
  expect(childLogs(place)[0]!.at(-1)).toMatchObject({ type: 'turn/end', data: { reason: { kind: 'aborted' } } });
  expect(workspaces(place)).toEqual([]);
});

test('a kept sub-agent goes on after the session was loaded again, and is no session of the client', async ({
  session,
  place,
  provider,
}) => {
  provider.answers(
    chat([task('s1', { keep: true })]),
    chat([{ text: 'first' }]),
    chat([{ text: 'Done.' }]),
    chat([task('s2', { subagent: 'agent-7' }, 'subagent_continue'), task('s3', { subagent: 'agent-1' }, 'subagent_continue')]),
    chat([{ text: 'second' }]),
    chat([{ text: 'Done.' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('go');
  await talk.client.ask('session/resume', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  await talk.prompt('on');
  expect(texts(talk.events('tool/result'))).toEqual([
    'first\n(This sub-agent is kept as agent-1.)',
    'There is no sub-agent "agent-7" that was kept. Kept are: agent-1.',
    'second\n(This sub-agent is kept as agent-1.)',
  ]);
  const [child] = childLogs(place);
  const said = provider.requests[4]!.body['messages'] as { role: string; content: string }[];
  expect(said.slice(1).map(({ content }) => content)).toEqual(['Do s1.', 'first', 'Do s3.']);
  const { sessions } = await talk.client.ask('session/list', {});
  expect((sessions as { sessionId: string }[]).map(({ sessionId }) => sessionId)).toEqual([talk.id]);
  const loaded = await talk.client.request('session/load', { sessionId: child![0]!['id'], cwd: place.cwd, mcpServers: [] });
  expect(loaded.error?.code).toBe(-32_002);
});

test('the user allows a delegation as a whole, and what was rejected for the session stays rejected below', async ({
  session,
  place,
  provider,
}) => {
  const bash = { id: 'b', tool: 'bash', args: { command: 'true', description: 'Nothing' } };
  provider.answers(
    chat([bash]),
    chat([task('s1')]),
    chat([
      { ...bash, id: 'c1' },
      { id: 'c2', tool: 'write', args: { file_path: 'a.txt', content: 'a' } },
    ]),
    chat([{ text: 'half done' }]),
    chat([task('s2')]),
    chat([{ text: 'Done.' }]),
  );
  const talk = await session();
  const answers = ['reject-always', 'allow-once', 'reject-once'];
  talk.client.serve['session/request_permission'] = () => ({ outcome: { outcome: 'selected', optionId: answers.shift() } });
  await talk.prompt('go');
  const results = childLogs(place)[0]!.filter(({ type }) => type === 'tool/result');
  expect(results.map(({ data }) => data.isError as boolean)).toEqual([true, false]);
  expect(texts(talk.events('tool/result')).slice(-1)).toEqual([expect.stringContaining('The user rejected this call of subagent')]);
  expect(childLogs(place)).toHaveLength(1);
});

test('what a sub-agent did is merged when it ends: added, changed, removed; a conflict is told and left as it was', async ({
  session,
  place,
  provider,
}) => {
  for (const file of ['kept.txt', 'changed.txt', 'both.txt', 'old/gone.txt']) place.write(file, `${file}\n`);
  const line =
    'echo new > changed.txt; echo theirs > both.txt; rm -r old; mkdir -p in/deep; echo x > in/deep/added.txt; chmod +x changed.txt';
  provider.answers(
    chat([
      task('s1'),
      // Runs once the sub-agent has ended and before its work is merged.
      { id: 'p1', tool: 'bash', args: { command: 'cat changed.txt; echo ours > both.txt', description: 'Change here' } },
    ]),
    chat([{ id: 'c1', tool: 'bash', args: { command: line, description: 'Work' } }]),
    chat([{ text: 'Worked.' }]),
    chat([{ text: 'Done.' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('go');
  expect(texts(talk.events('tool/result'))).toEqual([
    'Worked.\n(Merged into the folder: changed.txt, in/deep/added.txt, old/gone.txt)\n(Conflict, not merged: the folder has changed there too since the sub-agent began, and is left as it was: both.txt)',
    'changed.txt\n',
  ]);
  expect(readdirSync(place.cwd, { recursive: true, encoding: 'utf8' }).sort()).toEqual(
    ['both.txt', 'changed.txt', 'in', 'in/deep', 'in/deep/added.txt', 'kept.txt'].map((path) => join(path)),
  );
  expect([place.read('changed.txt'), place.read('both.txt'), place.read('in/deep/added.txt')]).toEqual(['new\n', 'ours\n', 'x\n']);
  expect(statSync(join(place.cwd, 'changed.txt')).mode & 0o100).toBe(0o100);
  expect(workspaces(place)).toEqual([]);
});

test('nothing is merged through a link that stands where the sub-agent has a folder', async ({ session, place, provider }) => {
  place.write('a.txt', 'a\n');
  provider.answers(
    chat([task('s1'), { id: 'p1', tool: 'bash', args: { command: 'mkdir ../elsewhere; ln -s ../elsewhere in', description: 'Block' } }]),
    chat([{ id: 'c1', tool: 'bash', args: { command: 'mkdir -p in; echo 1 > in/x; echo b > a.txt', description: 'Work' } }]),
    chat([{ text: 'Worked.' }]),
    chat([{ text: 'Done.' }]),
  );
  const talk = await session({ mode: 'auto' });
  await talk.prompt('go');
  expect(texts(talk.events('tool/result'))[0]).toMatch(/\(Merged into the folder: a\.txt\)\n\(Conflict, not merged.*: in\/x\)$/);
  expect(readdirSync(join(place.root, 'elsewhere'))).toEqual([]);
  expect(place.read('a.txt')).toBe('b\n');
});

test('the next start settles a sub-agent whose process was killed', async ({ session, boot, place, provider }) => {
  provider.answers(chat([task('s1')]), hangs({ text: 'I think' }));
  const talk = await session({ mode: 'auto' });
  talk.openPrompt('go');
  await expect.poll(() => provider.requests.length).toBe(2);
  talk.client.child.kill('SIGKILL');
  await talk.client.exited;
  expect(workspaces(place)).toHaveLength(1);
  const next = boot();
  await next.ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  await next.ask('session/resume', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
  expect(talk.events().slice(-4)).toMatchObject([
    { type: 'subagent/ended', data: { name: 'agent-1', outcome: { kind: 'lost' } } },
    { type: 'tool/result', data: { callId: 's1', isError: true } },
    { type: 'step/end' },
    { type: 'turn/end', data: { reason: { kind: 'aborted' } } },
  ]);
  expect(childLogs(place)[0]!.at(-1)).toMatchObject({ type: 'turn/end', data: { reason: { kind: 'aborted' } } });
  expect(workspaces(place)).toEqual([]);
});

/** Kills the agent while its sub-agent works, then makes it the end of a process that was killed between two renames. */
async function interruptFlush(talk: Session, provider: Provider, place: Place): Promise<void> {
  provider.answers(
    chat([task('s1')]),
    chat([{ id: 'c1', tool: 'bash', args: { command: 'echo 2 | tee a.txt b.txt c.txt > new.txt; rm gone.txt', description: 'Work' } }]),
    hangs({ text: 'I think' }),
  );
  talk.openPrompt('go');
  await expect.poll(() => provider.requests.length).toBe(3);
  talk.client.child.kill('SIGKILL');
  await talk.client.exited;
  const { seq, data, time } = talk.events('subagent/started')[0]!;
  const work = join(place.home, '.reference-agent/workspaces', data['childSession'] as string, 'work');
  const [was, is] = await Promise.all([readTree(place.cwd), readTree(work)]);
  const { changes } = planMerge({ base: was, theirs: is, ours: was });
  appendFileSync(
    talk.logFile,
    `${JSON.stringify({ type: 'merge/started', seq: seq + 1, time, data: { ...data, changes, conflicts: [] } })}\n`,
  );
  // Two of five paths had been renamed, a third was laid ready, and the user has changed a fourth since.
  place.write('a.txt', '2\n');
  rmSync(join(place.cwd, 'gone.txt'));
  place.write(readyName('new.txt', data['childSession'] as string), '2\n');
  place.write('c.txt', 'mine\n');
}

const recover = (place: Place, session: string, action: string): string =>
  execFileSync(process.execPath, [MAIN, `--${action}`, session], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { HOME: place.home, PATH: process.env['PATH'] },
  });

const START = ['a.txt', 'b.txt', 'c.txt', 'gone.txt'];

for (const [action, printed, files] of [
  [
    'finish',
    ['done already: a.txt', 'done: b.txt', 'kept: c.txt', 'done already: gone.txt', 'done: new.txt'],
    { 'a.txt': '2', 'b.txt': '2', 'c.txt': 'mine', 'new.txt': '2' },
  ],
  [
    'abandon',
    ['done: a.txt', 'done already: b.txt', 'kept: c.txt', 'done: gone.txt', 'done already: new.txt'],
    { 'a.txt': '1', 'b.txt': '1', 'c.txt': 'mine', 'gone.txt': '1' },
  ],
] as const) {
  test(`a flush that was interrupted requires recovery, every copy is kept, and --${action} ends it`, async ({
    session,
    boot,
    place,
    provider,
  }) => {
    for (const file of START) place.write(file, '1\n');
    const talk = await session({ mode: 'auto' });
    await interruptFlush(talk, provider, place);
    for (const round of [1, 2]) {
      const next = boot();
      await next.ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
      await next.ask('session/resume', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
      await next.end();
      expect(talk.events('merge/ended'), `start ${round}`).toMatchObject([{ data: { outcome: { kind: 'recovery_required' } } }]);
      expect(workspaces(place)).toHaveLength(1);
    }
    expect(recover(place, talk.id, action).trimEnd().split('\n')).toEqual([...printed]);
    expect(
      Object.fromEntries(
        readdirSync(place.cwd)
          .sort()
          .map((name) => [name, place.read(name).trimEnd()]),
      ),
    ).toEqual(files);
    expect(talk.events('merge/recovered')).toMatchObject([{ data: { action, name: 'agent-1' } }]);
    expect(workspaces(place)).toEqual([]);
    expect(() => recover(place, talk.id, action)).toThrow('ACP_AGENT_RECOVERY');
  });
}
