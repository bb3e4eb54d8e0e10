import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { referenceAgent } from '../../profiles/index.js';
import { createSandbox, type Sandbox } from '../../process/index.js';
import { makePlan, pinOf } from '../../run/plan.js';
import { prepareLaunch, type Launch } from '../../run/launch.js';
import type { Placeholders } from '../../run/index.js';
import { seedWorkspace, type Scenario } from '../../scenario/index.js';

export interface BareAgent {
  sandbox: Sandbox;
  launch: Launch;
}

/** Everything a bare run needs, laid out before the clock starts: the same config and files as a scenario's run. */
export async function prepareBareAgent(scenario: Scenario, placeholders: Placeholders): Promise<BareAgent> {
  const sandbox = await createSandbox('bench-bare', {});
  await seedWorkspace(scenario, sandbox.cwd);
  const pin = await pinOf(scenario, 'replay');
  const plan = await makePlan(scenario, sandbox, { runMode: 'replay', ...(pin && { pin }) });
  return { sandbox, launch: await prepareLaunch(referenceAgent, sandbox, { placeholders, environment: process.env, plan }) };
}

interface Frame {
  id?: number;
  result?: { sessionId?: string };
}

/**
 * Spawns the agent, initializes, prompts as the scenario does, closes stdin and waits for the exit. No harness. With
 * `onInitialized` it stops after initialize, and says when that was answered.
 */
export function runBareAgent({ sandbox, launch }: BareAgent, scenario: Scenario, onInitialized?: () => void): Promise<void> {
  const requests: ((session: string) => object)[] = scenario.steps.flatMap(({ step }): ((session: string) => object)[] => {
    switch (step.op) {
      case 'initialize':
        return [
          () => ({
            method: 'initialize',
            params: { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false } },
          }),
        ];
      case 'new_session':
        return [() => ({ method: 'session/new', params: { cwd: sandbox.cwd, mcpServers: [] } })];
      case 'set_mode':
        return [(sessionId) => ({ method: 'session/set_mode', params: { sessionId, modeId: step.mode } })];
      case 'prompt':
        return [(sessionId) => ({ method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: step.text }] } })];
      default:
        throw new Error(`the bare run does not know ${step.op}`);
    }
  });
  return new Promise((resolve, reject) => {
    const [program, ...args] = launch.command;
    const child = spawn(program!, args, { cwd: sandbox.cwd, env: launch.environment, stdio: ['pipe', 'pipe', 'ignore'] });
    let rest = '';
    let sent = 0;
    let session = '';
    const next = () => {
      const request = requests[sent];
      if (!request) child.stdin.end();
      else child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: sent++, ...request(session) })}\n`);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const frame = JSON.parse(line) as Frame;
        if (frame.id !== sent - 1) continue;
        session = frame.result?.sessionId ?? session;
        if (sent === 1) onInitialized?.();
        next();
      }
    });
    child.once('error', reject).once('exit', () => resolve());
    if (onInitialized) requests.splice(1);
    next();
  });
}

export const scenarioFolder = (root: string, name: string): string => join(root, 'tests/snapshots', name);
