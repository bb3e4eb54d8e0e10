import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { allowedEnvironment, bootAgent } from '../../harness/process/index.js';
import { expect, programPath, test } from '../faulty-agents/booted.js';

const PROMPT = { op: 'prompt', text: 'go' };

test('fails the waiting step at once when the agent exits, with its exit code, place and stderr', async ({ boot }) => {
  const { prompt, driver, agent } = await boot('exits-early');
  const error = await prompt(PROMPT).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ACP_AGENT_EXITED' });
  for (const fact of ['input.jsonl:4 (prompt)', 'exit code 3', 'fatal: out of luck', 'session/prompt', 'I am about to'])
    expect(String(error)).toContain(fact);
  expect(driver.prompts).toEqual([{ session: 'main' }]);
  expect(await agent.shutdown()).toMatchObject({ shutdown: 'exited-early', exitCode: 3, signal: null });
});

test('fails every step that waits, each with its own place', async ({ boot }) => {
  const { prompt, driver } = await boot('exits-early');
  await prompt();
  const errors = await Promise.all([
    driver.step({ op: 'wait_for', session: 'main', frame: { method: 'never' }, count: 1 }, 11).catch(String),
    driver.step({ op: 'wait_for', session: 'main', file: 'never', count: 1 }, 12).catch(String),
    driver.step({ op: 'prompt', session: 'main', text: 'go', wait: true }, 13).catch(String),
  ]);
  expect(errors.map((error) => /input\.jsonl:(\d+)/.exec(String(error))?.[1])).toEqual(['11', '12', '13']);
});

test('takes a response that was written before the exit', async ({ boot }) => {
  const { prompt, driver, agent } = await boot('answers-then-exits');
  await prompt(PROMPT);
  await driver.finish();
  expect(driver.prompts).toEqual([{ session: 'main', stopReason: 'end_turn' }]);
  await agent.exited;
  expect(await agent.shutdown()).toMatchObject({ shutdown: 'exited-early', exitCode: 0 });
});

test('fails a step that comes after the exit', async ({ boot }) => {
  const { prompt, agent, drive } = await boot('answers-then-exits');
  await prompt(PROMPT);
  await agent.exited;
  await expect(drive(PROMPT)).rejects.toMatchObject({ code: 'ACP_AGENT_EXITED', message: expect.stringContaining('exit code 0') });
});

test('tells the exit, not the broken pipe, when the agent exits while it is written to', async ({ boot }) => {
  const { prompt } = await boot('exits-while-we-write');
  await expect(prompt({ op: 'prompt', text: 'x'.repeat(8 * 1024 * 1024) })).rejects.toMatchObject({
    code: 'ACP_AGENT_EXITED',
    message: expect.stringContaining('exit code 4'),
  });
});

test('fails the step when the agent closes its stdin and runs on', async ({ boot }) => {
  const { drive } = await boot('closes-stdin', { deadlines: { grace: 200 } });
  await drive({ op: 'initialize' }, { op: 'new_session' }, { op: 'request', method: '_close' });
  await expect(drive(PROMPT)).rejects.toMatchObject({ code: 'ACP_AGENT_STDIN_CLOSED' });
});

test.describe('an agent that cannot be started', () => {
  const boot = (command: string[], cwd: string, home: string) =>
    bootAgent({ command, cwd, environment: allowedEnvironment({ PATH: '/nowhere' }, { home, tmp: home }), onStdout: () => {} });

  test('names the command and the PATH when it is not found', async ({ sandbox }) => {
    const error = await boot(['no-such-agent', '--acp'], sandbox.cwd, sandbox.home).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ACP_AGENT_NOT_FOUND' });
    for (const fact of ['"no-such-agent"', 'no-such-agent --acp', '/nowhere', sandbox.cwd]) expect(String(error)).toContain(fact);
  });

  test('says so when the file may not be executed', async ({ sandbox }) => {
    const file = path.join(sandbox.run, 'agent');
    await writeFile(file, '#!/bin/sh\n');
    await chmod(file, 0o644);
    await expect(boot([file], sandbox.cwd, sandbox.home)).rejects.toMatchObject({
      code: 'ACP_AGENT_NOT_EXECUTABLE',
      message: expect.stringContaining('chmod +x'),
    });
  });

  test('tells a missing working directory from a missing command', async ({ sandbox }) => {
    await expect(boot([process.execPath], path.join(sandbox.root, 'gone'), sandbox.home)).rejects.toMatchObject({ code: 'ACP_AGENT_CWD' });
  });

  test('refuses a command that cannot be spawned at all', async ({ sandbox }) => {
    await expect(boot(['bad\0name'], sandbox.cwd, sandbox.home)).rejects.toMatchObject({ code: 'ACP_AGENT_NOT_STARTED' });
    await expect(boot([], sandbox.cwd, sandbox.home)).rejects.toMatchObject({ code: 'ACP_AGENT_NOT_FOUND' });
  });

  test('boots the same way when it can', async ({ sandbox }) => {
    const agent = await boot([process.execPath, programPath('sound')], sandbox.cwd, sandbox.home);
    expect(await agent.shutdown()).toMatchObject({ shutdown: 'stdin-end', exitCode: 0, drained: true, endedLeftovers: false });
  });
});
