import { join } from 'node:path';
import { createClient, createTap, type Client, type Tap } from '../acp/index.js';
import { bootAgent, type AgentProcess, type Sandbox, type ShutdownResult } from '../process/index.js';
import type { AgentProfile } from '../schema/index.js';
import type { Launch } from './launch.js';

/** A booted agent with the client's end of its pipes. */
export interface Connection {
  tap: Tap;
  agent: AgentProcess;
  client: Client;
  /** Ends the agent by the shutdown ladder; always settles. Afterwards the tap holds all it wrote. */
  close(): Promise<ShutdownResult>;
}

/** Boots the agent of a profile in a sandbox and connects to it. */
export async function connect(
  profile: AgentProfile,
  sandbox: Sandbox,
  launch: Launch,
  ledger?: string,
  firstRequestId?: number,
): Promise<Connection> {
  const tap = createTap();
  const agent = await bootAgent({
    command: launch.command,
    cwd: sandbox.cwd,
    environment: launch.environment,
    onStdout: tap.agentBytes,
    onStdoutEnd: tap.agentEnd,
    stderrFile: join(sandbox.run, 'stderr.log'),
    ...(launch.enter && { enter: launch.enter }),
    ...(ledger !== undefined && { ledger }),
  });
  const client = createClient({
    agent,
    tap,
    cwd: sandbox.cwd,
    ...(profile.deadlines && { deadlines: profile.deadlines }),
    ...(firstRequestId !== undefined && { firstRequestId }),
  });
  return {
    tap,
    agent,
    client,
    async close() {
      const result = await agent.shutdown(client.deadlines.grace);
      tap.clientEnd();
      return result;
    },
  };
}
