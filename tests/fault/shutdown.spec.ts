import { expect, test } from '../faulty-agents/booted.js';
import { readProcStat } from '../../harness/process/identity.js';

const PROMPT = { op: 'prompt', text: 'go' };

test('the end of stdin ends a sound agent', async ({ boot }) => {
  const { prompt, agent } = await boot('sound');
  await prompt(PROMPT);
  expect(await agent.shutdown()).toEqual({ exitCode: 0, signal: null, shutdown: 'stdin-end', endedLeftovers: false, drained: true });
});

test('goes on to SIGTERM', async ({ boot }) => {
  const { prompt, agent } = await boot('ignores-stdin-end');
  await prompt(PROMPT);
  expect(await agent.shutdown(1500)).toMatchObject({ exitCode: null, signal: 'SIGTERM', shutdown: 'sigterm', drained: true });
});

test('goes on to SIGKILL', async ({ boot }) => {
  const { prompt, agent } = await boot('ignores-sigterm');
  await prompt(PROMPT);
  expect(await agent.shutdown(500)).toMatchObject({ exitCode: null, signal: 'SIGKILL', shutdown: 'sigkill', drained: true });
});

test('shares one result between callers', async ({ boot }) => {
  const { agent } = await boot('sound');
  expect(agent.shutdown()).toBe(agent.shutdown(1));
  await agent.shutdown();
});

test('does not wait for a grandchild that holds stdout, and ends it', async ({ boot }) => {
  const { prompt, agent, texts } = await boot('grandchild-holds-stdout');
  await prompt(PROMPT);
  const grandchild = Number(texts()[0]);
  expect(readProcStat(grandchild)).toBeDefined();
  expect(await agent.shutdown()).toEqual({ exitCode: 0, signal: null, shutdown: 'stdin-end', endedLeftovers: true, drained: true });
  expect(readProcStat(grandchild)).toBeUndefined();
});

test('does not listen to a talking grandchild for ever', async ({ boot }) => {
  const { prompt, agent, tap } = await boot('grandchild-holds-stdout', { args: ['talks'] });
  await prompt(PROMPT);
  await expect.poll(() => tap.frames.filter(({ raw }) => raw === 'still here').length).toBeGreaterThan(0);
  expect(await agent.shutdown()).toMatchObject({ shutdown: 'stdin-end', endedLeftovers: true, drained: true });
});

test('reports a grandchild that left the group and holds stdout; the end of its sandbox ends it', async ({ boot, sandbox }) => {
  test.skip(process.platform !== 'linux', 'needs /proc');
  const { prompt, agent, texts } = await boot('grandchild-holds-stdout', { args: ['escape'] });
  await prompt(PROMPT);
  const grandchild = Number(texts()[0]);
  expect(await agent.shutdown(1500)).toMatchObject({ shutdown: 'stdin-end', drained: false });
  expect(readProcStat(grandchild)).toBeDefined();
  expect(await sandbox.remove()).toEqual([grandchild]);
  await expect.poll(() => readProcStat(grandchild)).toBeUndefined();
});

test('drains a chatty stderr and keeps its tail', async ({ boot }) => {
  const { prompt, agent } = await boot('chatty-stderr');
  await prompt(PROMPT);
  await agent.shutdown();
  const tail = agent.stderrTail();
  expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(64 * 1024);
  expect(tail.trimEnd().split('\n').at(-1)).toMatch(/^5000 /);
});
