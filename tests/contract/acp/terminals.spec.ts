import { expect } from '@playwright/test';
import { createTerminals } from '../../../harness/acp/index.js';
import { bootAgent } from '../../../harness/process/index.js';
import { groupMembers } from '../../../harness/process/group.js';
import { test as base } from '../../faulty-agents/booted.js';

type Terminals = ReturnType<typeof createTerminals>;

const test = base.extend<{
  ask: (method: string, params: object) => Promise<Record<string, unknown>>;
  terminals: Terminals;
  pids: number[];
}>({
  pids: async ({}, use) => use([]),
  terminals: async ({ sandbox, pids }, use) => {
    const terminals = createTerminals(sandbox.cwd, async ({ command, cwd, env, onOutput }) => {
      const agent = await bootAgent({ command, cwd, environment: { PATH: process.env['PATH'] ?? '', ...env }, onStdout: onOutput });
      pids.push(agent.pid);
      return agent;
    });
    await use(terminals);
    await terminals.close();
    expect(pids.flatMap(groupMembers)).toEqual([]);
  },
  ask: async ({ terminals }, use) =>
    use(
      async (method, params) =>
        (await terminals.handler(`terminal/${method}`)!(params as Record<string, unknown>)) as Record<string, unknown>,
    ),
});

const sh = (script: string, more: object = {}) => ({ command: 'sh', args: ['-c', script], ...more });

test('runs a command to its end, with its own environment, and keeps what it printed until it is released', async ({ ask, sandbox }) => {
  const { terminalId } = await ask('create', sh('echo $WORD; pwd; exit 3', { env: [{ name: 'WORD', value: 'hello' }] }));
  expect(terminalId).toBe('terminal-1');
  expect(await ask('wait_for_exit', { terminalId })).toEqual({ exitCode: 3, signal: null });
  expect(await ask('output', { terminalId })).toEqual({
    output: `hello\n${sandbox.cwd}\n`,
    truncated: false,
    exitStatus: { exitCode: 3, signal: null },
  });
  expect(await ask('release', { terminalId })).toEqual({});
  await expect(ask('output', { terminalId })).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('terminal-1') });
});

test('keeps the end of long output, from the beginning of a character', async ({ ask }) => {
  const { terminalId } = await ask('create', sh("printf 'ab北京'", { outputByteLimit: 5 }));
  await ask('wait_for_exit', { terminalId });
  expect(await ask('output', { terminalId })).toMatchObject({ output: '京', truncated: true });
});

test('kills a command with what it started, and answers who waits for it', async ({ ask }) => {
  const { terminalId } = await ask('create', sh('sleep 600 & sleep 601; true'));
  const waiting = ask('wait_for_exit', { terminalId });
  expect(await ask('output', { terminalId })).toEqual({ output: '', truncated: false });
  await ask('kill', { terminalId });
  expect(await waiting).toEqual({ exitCode: null, signal: 'SIGTERM' });
});

test('what was never released ends with the run', async ({ ask, pids }) => {
  await ask('create', sh('exec sleep 602'));
  expect(groupMembers(pids[0]!)).toEqual([pids[0]]);
});

test('refuses what it cannot run', async ({ ask, terminals }) => {
  await expect(ask('create', {})).rejects.toMatchObject({ code: -32602 });
  await expect(ask('create', { command: 'ls', cwd: 'relative' })).rejects.toMatchObject({ code: -32602 });
  await expect(ask('create', { command: 'no-such-program' })).rejects.toMatchObject({ code: 'ACP_AGENT_NOT_FOUND' });
  expect(terminals.handler('terminal/else')).toBeUndefined();
});
