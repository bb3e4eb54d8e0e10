import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openAgent } from '../../../harness/run/index.js';
import { loadScenario } from '../../../harness/scenario/index.js';
import { expect, test, TOOL_TURN, type Stage } from './support.js';

const open = async (stage: Stage, name?: string, env?: Record<string, string>) =>
  openAgent(stage.profile(env), {
    placeholders: { package: '/', root: '/', node: process.execPath },
    environment: process.env,
    ledger: stage.ledger,
    ...(name !== undefined && { scenario: await loadScenario(join(stage.folder, 'scenarios', name)) }),
  });

test('drives a session by hand, on a recorded script', async ({ stage }) => {
  await stage.author('x', TOOL_TURN);
  await stage.record('x');
  const agent = await open(stage, 'x');
  const { cwd } = agent;
  expect(agent.initialized).toMatchObject({ protocolVersion: 1 });
  const session = await agent.newSession();
  const { stopReason, text, updates } = await session.prompt('write notes.txt some words');
  expect({ stopReason, text }).toEqual({ stopReason: 'end_turn', text: 'Done.' });
  expect(updates.map((update) => update['sessionUpdate']).slice(0, 2)).toEqual(['tool_call', 'tool_call_update']);
  expect(await readdir(cwd)).toEqual(['notes.txt']);
  await session.setMode('ask');
  const end = await agent.close();
  expect(end).toMatchObject({ exitCode: 0, shutdown: 'stdin-end', replayProblems: [] });
  expect(await agent.close()).toBe(end);
  expect(await readdir(dirname(cwd)).catch(() => 'gone')).toBe('gone');
});

test('tells of a script that was left over, and of a call that has none', async ({ stage }) => {
  await stage.author('x', TOOL_TURN);
  await stage.record('x');
  const idle = await open(stage, 'x');
  await idle.newSession();
  expect((await idle.close()).replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_LEFT_OVER']);
  const agent = await open(stage, 'x');
  const session = await agent.newSession();
  await expect(session.prompt('something else')).rejects.toThrow('Replay drifted');
  expect((await agent.close()).replayProblems.map(({ code }) => code)).toEqual(['ACP_REPLAY_DRIFT']);
});

test('cancels an open prompt once an update was seen', async ({ stage }) => {
  const seen = { frame: { method: 'session/update' } };
  await stage.author('x', [
    { op: 'initialize' },
    { op: 'new_session' },
    { op: 'prompt', text: 'wait', wait: false },
    { op: 'cancel', when: seen },
  ]);
  await stage.record('x');
  const agent = await open(stage, 'x');
  const session = await agent.newSession();
  const answer = session.prompt('wait');
  await session.waitForUpdate({ sessionUpdate: 'agent_message_chunk' });
  await session.cancel();
  expect(await answer).toMatchObject({ stopReason: 'cancelled', text: 'Waiting.' });
  expect((await agent.close()).replayProblems).toEqual([]);
});

test('fails every model call where no script is given', async ({ stage }) => {
  const agent = await open(stage);
  const session = await agent.newSession();
  await expect(session.prompt('hi')).rejects.toThrow('ACP_REQUEST_FAILED');
  await agent.close();
});

test('leaves nothing behind where the agent fails to initialize', async ({ stage }) => {
  await expect(open(stage, undefined, { STAND_IN_CRASH: 'initialize' })).rejects.toThrow('the stand-in crashes as told');
});
