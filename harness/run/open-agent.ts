import { createDriver, type Driver } from '../acp/index.js';
import type { Problem } from '../errors/acp-error.js';
import { toProblem } from '../errors/run.js';
import { createSandbox, type AgentNetwork, type Sandbox, type ShutdownResult } from '../process/index.js';
import type { LoopbackProvider } from '../provider/index.js';
import type { Identity } from '../redact/index.js';
import { seedWorkspace, type Scenario } from '../scenario/index.js';
import { inputStep, type AgentProfile } from '../schema/index.js';
import type { CapturedFrame } from '../surfaces/index.js';
import { connect, type Connection } from './connect.js';
import { readDecisions } from './decisions.js';
import { prepareLaunch } from './launch.js';
import { identityOf } from './identity.js';
import { modelCallsOf } from './model-calls.js';
import { judgeNetwork, openRunNetwork, reportNetwork } from './network.js';
import type { Placeholders } from './placeholders.js';
import { decisionFile, emptyPlan, makePlan, pinOf } from './plan.js';
import { judgeReplay } from './replay-problems.js';
import { openProvider, urlsOf } from './provider-seam.js';
import { hasPlan } from './run-scenario.js';
import { createSession, type Session } from './session.js';

export interface OpenAgentOptions {
  placeholders: Placeholders;
  environment: Readonly<Record<string, string | undefined>>;
  ledger?: string;
  /** Its replay source serves the model calls, its seed is the workspace. Without it every model call fails. */
  scenario?: Scenario;
  /** Sent with `initialize`. */
  clientCapabilities?: Record<string, unknown>;
}

/** How a hand-driven agent ended. */
export interface AgentEnd extends ShutdownResult {
  stderrTail: string;
  /** Refused calls and what was left of the replay script. */
  replayProblems: Problem[];
  /** Attempts to reach a host that the profile does not name. */
  networkProblems: Problem[];
}

/** A booted agent that is driven by hand. */
export interface Agent {
  /** The answer to `initialize`. */
  readonly initialized: Record<string, unknown>;
  /** Its workspace. */
  readonly cwd: string;
  /** All lines of both directions so far. */
  readonly frames: readonly CapturedFrame[];
  readonly stderrTail: string;
  newSession(options?: { mcpServers?: Record<string, unknown>[] }): Promise<Session>;
  /** Any other request or notification, as the ops of an input file name it. */
  step(step: Record<string, unknown> & { op: string }): Promise<unknown>;
  /** Ends the agent and removes its sandbox. Repeated calls share one result. */
  close(): Promise<AgentEnd>;
}

/**
 * Boots an agent and initializes it, for a session driven by hand. Close it, whatever happened.
 *
 * @example
 * const agent = await openAgent(profile, { placeholders, environment: process.env, scenario });
 * try {
 *   const session = await agent.newSession();
 *   const { stopReason, text } = await session.prompt('Say hello.');
 * } finally {
 *   await agent.close();
 * }
 */
export async function openAgent(profile: AgentProfile, options: OpenAgentOptions): Promise<Agent> {
  const sandbox = await createSandbox(
    options.scenario?.name ?? profile.name,
    options.ledger === undefined ? {} : { ledger: options.ledger },
  );
  let connection: Connection | undefined;
  let network: AgentNetwork | undefined;
  let provider: LoopbackProvider | undefined;
  try {
    network = await openRunNetwork(profile, 'replay', options.ledger);
    const { scenario } = options;
    if (scenario) await seedWorkspace(scenario, sandbox.cwd);
    const { environment } = options;
    const plan = await planOf(profile, sandbox, scenario, identityOf(environment));
    const pin = scenario?.header.seam === 'provider' ? await pinOf(scenario, 'replay') : undefined;
    provider = await openProvider(scenario, profile, sandbox, {
      runMode: 'replay',
      environment,
      ...(network && { network }),
      ...(pin && { pin }),
    });
    const launch = await prepareLaunch(profile, sandbox, {
      placeholders: options.placeholders,
      environment,
      ...(network && { network }),
      ...(plan && { plan }),
      ...(provider && { urls: urlsOf(provider, profile) }),
    });
    connection = await connect(profile, sandbox, launch, options.ledger);
    const driver = createDriver(connection.client, {
      file: 'by hand',
      ...(launch.logs !== undefined && { logs: launch.logs }),
      ...modelCallsOf(sandbox, { provider, plan }),
    });
    const initialized = await driver.step(
      inputStep.parse({ op: 'initialize', ...(options.clientCapabilities && { clientCapabilities: options.clientCapabilities }) }),
    );
    return createAgent({
      profile,
      connection,
      sandbox,
      network,
      driver,
      initialized: initialized as Record<string, unknown>,
      ...(scenario && { scenario }),
      ...(provider && { provider }),
    });
  } catch (error) {
    await connection?.close();
    await provider?.close();
    await network?.close();
    await sandbox.remove().catch(() => {});
    throw error;
  }
}

async function planOf(profile: AgentProfile, sandbox: Sandbox, scenario: Scenario | undefined, identity: Identity) {
  if (!scenario) return profile.session && emptyPlan(profile.name, sandbox, 'replay');
  if (!hasPlan(scenario, profile)) return undefined;
  const pin = await pinOf(scenario, 'replay');
  return makePlan(scenario, sandbox, { runMode: 'replay', identity, ...(pin && { pin }) });
}

interface Parts {
  profile: AgentProfile;
  connection: Connection;
  sandbox: Sandbox;
  network: AgentNetwork | undefined;
  driver: Driver;
  initialized: Record<string, unknown>;
  scenario?: Scenario;
  provider?: LoopbackProvider;
}

function createAgent({ profile, connection, sandbox, network, driver, initialized, scenario, provider }: Parts): Agent {
  let sessions = 0;
  let ending: Promise<AgentEnd> | undefined;
  const step: Agent['step'] = (input) => driver.step(inputStep.parse(input));
  const end = async (): Promise<AgentEnd> => {
    const result = await connection.close();
    await provider?.close();
    await network?.close();
    const networkProblems = judgeNetwork(scenario?.name ?? profile.name, network && reportNetwork(network, profile, 0));
    const decisions = provider ? provider.decisions : await readDecisions(decisionFile(sandbox));
    const verdict = scenario ? judgeReplay(scenario, decisions, 'replay') : { refused: [], leftOver: [] };
    const problems = [...verdict.refused, ...verdict.leftOver];
    await sandbox.remove().catch((error: unknown) => problems.push(toProblem(error, '')));
    return { ...result, stderrTail: connection.agent.stderrTail(), replayProblems: problems, networkProblems };
  };
  return {
    initialized,
    cwd: sandbox.cwd,
    frames: connection.tap.frames,
    get stderrTail() {
      return connection.agent.stderrTail();
    },
    async newSession(options = {}) {
      const alias = sessions++ === 0 ? 'main' : `session-${sessions}`;
      await step({ op: 'new_session', session: alias, ...options });
      return createSession(alias, driver.sessions.get(alias)!, step, connection.tap.frames);
    },
    step,
    close: () => (ending ??= end()),
  };
}
