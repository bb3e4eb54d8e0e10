import { toProblem } from '../errors/run.js';
import { createSandbox, type AgentNetwork, type Sandbox, type ShutdownResult } from '../process/index.js';
import { CASSETTE_FILE, parseCassette, type LoopbackProvider } from '../provider/index.js';
import { harvestSessionLogs } from '../session-logs/index.js';
import { seedWorkspace, type Scenario } from '../scenario/index.js';
import type { AgentProfile } from '../schema/index.js';
import { assembleRun, type Captured } from './assemble.js';
import { harvestBlobs } from './blobs.js';
import { callIdsOf } from './call-order.js';
import { connect, type Connection } from './connect.js';
import { readDecisions, renumberLanes } from './decisions.js';
import { drive, newDrive } from './drive.js';
import { identityOf } from './identity.js';
import { prepareLaunch } from './launch.js';
import { harvestLogs } from './logs.js';
import { bindingsOf, decisionFile, makePlan, pinOf, readPinned } from './plan.js';
import { modelCallsOf } from './model-calls.js';
import { openRunNetwork, reportNetwork } from './network.js';
import { rehearse } from './rehearse.js';
import type { Run, RunOptions } from './run.js';
import { touchAll } from './variation.js';
import { liveEnvironment, openProvider, urlsOf } from './provider-seam.js';
import { listLeftFiles, type LeftFile } from './workspace.js';

/**
 * Runs a scenario: sandbox, seed, boot, input, shutdown, harvest. Never rejects for what the agent does: a failure is
 * `run.failure`, with everything captured until then. Always ends the child and removes the sandbox.
 *
 * @example
 * const run = await runScenario(scenario, profile, { runMode: 'replay', placeholders, environment: process.env });
 * if (!run.failure) compareRun(run);
 */
export async function runScenario(scenario: Scenario, profile: AgentProfile, options: RunOptions): Promise<Run> {
  const started = performance.now();
  const captured: Captured = {
    scenario,
    profile,
    runMode: options.runMode,
    command: profile.command,
    drive: newDrive(),
    frames: [],
    decisions: [],
    logs: [],
    workspace: [],
    stderrTail: '',
    cleanupProblems: [],
    durationMs: 0,
  };
  let sandbox: Sandbox | undefined;
  let network: AgentNetwork | undefined;
  try {
    network = await openRunNetwork(profile, options.runMode, options.ledger);
    sandbox = await createSandbox(scenario.name, {
      ...(options.ledger !== undefined && { ledger: options.ledger }),
      ...(options.variation?.parent !== undefined && { parent: options.variation.parent }),
    });
    await runInSandbox(sandbox, network, captured, options);
  } catch (error) {
    captured.failure ??= toProblem(error, captured.stderrTail);
  } finally {
    const strays = await network?.close();
    if (strays && strays.length > 0) captured.strays = strays;
    if (network) captured.network = reportNetwork(network, profile, captured.bootedAt ?? performance.timeOrigin + started);
    if (options.keepSandbox && sandbox) captured.sandbox = sandbox.root;
    else await sandbox?.remove().catch((error: unknown) => captured.cleanupProblems.push(toProblem(error, '')));
  }
  captured.durationMs = performance.now() - started;
  return assembleRun(captured);
}

async function runInSandbox(sandbox: Sandbox, network: AgentNetwork | undefined, captured: Captured, options: RunOptions): Promise<void> {
  const { scenario, profile } = captured;
  captured.bindings = bindingsOf(sandbox);
  await seedWorkspace(scenario, sandbox.cwd);
  if (options.variation?.modified) await touchAll(sandbox.cwd, options.variation.modified);
  const pin = options.pin ?? (await pinOf(scenario, options.runMode));
  if (pin) Object.assign(captured, { pin, pinned: await readPinned(pin, scenario) });
  const provider = await openProvider(scenario, profile, sandbox, {
    runMode: options.runMode,
    environment: options.environment,
    ...(options.verify !== undefined && { verify: options.verify }),
    ...(options.fault && { fault: options.fault }),
    ...(network && { network }),
    ...(pin && { pin }),
  });
  if (provider && (options.fault || scenario.header.seam === 'provider')) captured.providerUrl = provider.url;
  try {
    await runAgent(sandbox, captured, { ...options, ...(pin && { pin }) }, { ...(network && { network }), ...(provider && { provider }) });
  } finally {
    await provider?.close();
    if (provider) Object.assign(captured, { decisions: [...provider.decisions], wireNormalizers: provider.normalizers() });
  }
  // Only now has the last exchange come to its end.
  if (provider && options.runMode === 'record' && provider.exchanges.length > 0) captured.cassette = provider.cassette(scenario.name);
  if (scenario.header.seam === 'provider') captured.callIds = sourceCallIds(captured, provider);
}

/** In record the source is what was just recorded. */
function sourceCallIds({ cassette, decisions }: Captured, provider: LoopbackProvider | undefined): string[] {
  const source = cassette === undefined ? provider?.played : parseCassette(cassette, CASSETTE_FILE);
  return source ? callIdsOf(source, decisions) : [];
}

/** What an agent is given to reach. */
interface Reachable {
  network?: AgentNetwork;
  provider?: LoopbackProvider;
}

async function runAgent(sandbox: Sandbox, captured: Captured, options: RunOptions, { network, provider }: Reachable): Promise<void> {
  const { scenario, profile } = captured;
  const { pin, fault } = options;
  // With a fault the agent's own adapter is what is tried: it is handed a provider, and no listener.
  const plan =
    hasPlan(scenario, profile) && !fault
      ? await makePlan(scenario, sandbox, {
          runMode: options.runMode,
          identity: identityOf(options.environment),
          ...(options.verify !== undefined && { verify: options.verify }),
          ...(pin && { pin }),
        })
      : undefined;
  const launch = await prepareLaunch(profile, sandbox, {
    placeholders: options.placeholders,
    environment: options.environment,
    runMode: options.runMode,
    ...(network && { network }),
    ...(plan && { plan }),
    ...(provider && { urls: urlsOf(provider, profile) }),
  });
  Object.assign(launch.environment, options.variation?.environment, fault && provider && liveEnvironment(profile, provider.url));
  captured.command = launch.command;
  const connection = await connect(profile, sandbox, launch, options.ledger, options.variation?.firstRequestId);
  captured.pid = connection.agent.pid;
  let isOver = false;
  void rehearse(scenario, profile, () => isOver);
  captured.frames = connection.tap.frames;
  captured.bootedAt = performance.timeOrigin + performance.now() - connection.tap.elapsed();
  try {
    await drive(scenario, connection, captured.drive, {
      ...(options.onStep && { onStep: options.onStep }),
      ...(fault && { fault: fault.watch }),
      ...(launch.logs !== undefined && { logs: launch.logs }),
      ...modelCallsOf(sandbox, { provider, plan }),
      ...(captured.profile.quiescence !== undefined && { quiescence: captured.profile.quiescence }),
    });
  } catch (error) {
    captured.failure = toProblem(error, connection.agent.stderrTail());
  } finally {
    isOver = true;
    captured.exit = await close(connection, captured);
  }
  if (launch.logs !== undefined) captured.logs = await harvestLogs(launch.logs, captured.drive.opened);
  await harvestForeignLogs(captured, launch.sessionLogs);
  const decisions = await readDecisions(decisionFile(sandbox));
  captured.decisions = options.runMode === 'record' ? renumberLanes(decisions, captured.logs) : decisions;
  captured.workspace = [...(await listLeftFiles(sandbox)), ...(await blobsOf(captured))];
}

/** A blob that is not what its log names breaks the run; what else it left is read all the same. */
async function blobsOf(captured: Captured): Promise<LeftFile[]> {
  try {
    return await harvestBlobs(captured.logs);
  } catch (error) {
    captured.failure ??= toProblem(error, captured.stderrTail);
    return [];
  }
}

/** A log that cannot be read breaks the run; what else it left is read all the same. */
async function harvestForeignLogs(captured: Captured, folder: string | undefined): Promise<void> {
  const { profile, drive: driven } = captured;
  if (folder === undefined || !profile.sessionLog) return;
  try {
    captured.sessionLogs = await harvestSessionLogs(profile.sessionLog, { profile: profile.name, folder, opened: driven.opened });
  } catch (error) {
    captured.failure ??= toProblem(error, captured.stderrTail);
  }
}

/** Whether the agent is handed a replay plan. An agent of the session seam whose scenario has none gets an empty one. */
export function hasPlan({ header }: Scenario, profile: AgentProfile): boolean {
  return header.seam === 'session' || (header.seam === 'none' && profile.session !== undefined);
}

/** Logs and workspace are read only after the agent has ended: its last writes count. */
async function close(connection: Connection, captured: Captured): Promise<ShutdownResult> {
  const exit = await connection.close();
  captured.stderrTail = connection.agent.stderrTail();
  return exit;
}
