import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { createClient, createDriver, createTap, type Client, type Driver, type DriveContext, type Tap } from '../../harness/acp/index.js';
import type { Deadlines } from '../../harness/acp/index.js';
import { groupMembers } from '../../harness/process/group.js';
import { allowedEnvironment, bootAgent, createSandbox, type AgentProcess, type Sandbox } from '../../harness/process/index.js';
import { inputStep, type InputStep } from '../../harness/schema/index.js';
import type { CapturedFrame } from '../../harness/surfaces/frame.js';

export { expect };

export const programPath = (name: string) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));

export interface Booted {
  agent: AgentProcess;
  tap: Tap;
  client: Client;
  driver: Driver;
  sandbox: Sandbox;
  /** Executes raw steps; the first stands in line 2, as in a file behind its header. */
  drive(...steps: Record<string, unknown>[]): Promise<void>;
  /** The same behind `initialize` and `new_session`. */
  prompt(...steps: Record<string, unknown>[]): Promise<void>;
  texts(): string[];
}

export interface BootedOptions {
  args?: string[];
  /** Set once the setup is over: a boot takes as long as it takes. */
  deadlines?: Partial<Deadlines>;
  context?: Partial<DriveContext>;
  maxFrameBytes?: number;
  maxOutputBytes?: number;
}

/** Text of the agent's updates, in the order they were seen. */
export const textsOf = (frames: readonly CapturedFrame[]) =>
  frames.flatMap(({ value }) => {
    const update = (value?.['params'] as { update?: { content?: { text?: string } } } | undefined)?.update;
    return update?.content?.text === undefined ? [] : [update.content.text];
  });

const parse = (steps: Record<string, unknown>[]): InputStep[] => steps.map((step) => inputStep.parse(step));

export const test = base.extend<{ sandbox: Sandbox; boot: (program: string, options?: BootedOptions) => Promise<Booted> }>({
  sandbox: async ({}, use) => {
    const sandbox = await createSandbox('test');
    await use(sandbox);
    expect(await sandbox.remove(), 'processes left in the sandbox').toEqual([]);
  },
  boot: async ({ sandbox }, use) => {
    const agents: AgentProcess[] = [];
    await use(async (program, options = {}) => {
      const tap = createTap(options.maxFrameBytes === undefined ? {} : { maxFrameBytes: options.maxFrameBytes });
      const environment = allowedEnvironment(process.env, sandbox);
      const command = [process.execPath, programPath(program), ...(options.args ?? [])];
      const agent = await bootAgent({ command, cwd: sandbox.cwd, environment, onStdout: tap.agentBytes, onStdoutEnd: tap.agentEnd });
      agents.push(agent);
      const limit = options.maxOutputBytes === undefined ? {} : { maxOutputBytes: options.maxOutputBytes };
      const client = createClient({ agent, tap, cwd: sandbox.cwd, ...limit });
      const driver = createDriver(client, { file: path.join('scenario', 'input.jsonl'), ...options.context });
      const run = async (steps: Record<string, unknown>[], line: number) => {
        for (const [index, step] of parse(steps).entries()) await driver.step(step, line + index);
      };
      const tighten = () => {
        Object.assign(client.deadlines, options.deadlines);
        // A run's deadline counts from its boot, which a busy machine draws out.
        if (options.deadlines?.total !== undefined) client.deadlines.total += Math.ceil(tap.elapsed());
      };
      const drive = (...steps: Record<string, unknown>[]) => {
        tighten();
        return run(steps, 2);
      };
      const prompt = async (...steps: Record<string, unknown>[]) => {
        await run([{ op: 'initialize' }, { op: 'new_session' }], 2);
        tighten();
        await run(steps, 4);
      };
      return { agent, tap, client, driver, sandbox, drive, prompt, texts: () => textsOf(tap.frames) };
    });
    for (const agent of agents) {
      // A test that looked at the ladder has ended it already; the result is shared.
      await agent.shutdown(500);
      expect(groupMembers(agent.pid), 'processes left behind').toEqual([]);
    }
  },
});
