import { join } from 'node:path';
import { createClient, createTap, createTerminals, type Client, type StartTerminal, type Tap } from '../acp/index.js';
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
  const terminals = createTerminals(sandbox.cwd, startTerminal(launch, ledger));
  const client = createClient({
    terminals,
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
      await terminals.close();
      tap.clientEnd();
      return result;
    },
  };
}

/** What a terminal's command sees of the environment: nothing that only the agent is to have, such as a key. */
const SEEN_IN_TERMINAL = /^(?:PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_ALL|TZ|TERM|NO_COLOR|SystemRoot|PATHEXT|(?:HTTPS?|ALL|NO)_PROXY)$/i;

/** Sealed in the same network as the agent, and in the same ledger: what runs in a terminal is the agent's doing. */
function startTerminal(launch: Launch, ledger?: string): StartTerminal {
  const environment = Object.fromEntries(Object.entries(launch.environment).filter(([name]) => SEEN_IN_TERMINAL.test(name)));
  return ({ command, cwd, env, onOutput }) =>
    bootAgent({
      // A terminal shows both outputs in the order in which they are written.
      command: ['sh', '-c', 'exec "$@" 2>&1', 'sh', ...command],
      cwd,
      environment: { ...environment, ...env },
      onStdout: onOutput,
      ...(launch.enter && { enter: launch.enter }),
      ...(ledger !== undefined && { ledger }),
    });
}
