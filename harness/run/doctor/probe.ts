import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDriver, type Driver } from '../../acp/index.js';
import { AcpError, type Problem } from '../../errors/acp-error.js';
import { toProblem } from '../../errors/run.js';
import {
  allowedEnvironment,
  createSandbox,
  openNetwork,
  type AgentNetwork,
  type Sandbox,
  type ShutdownResult,
} from '../../process/index.js';
import { CREDENTIAL_PLACEHOLDER } from '../../replay/index.js';
import { inputStep, type NetworkReport } from '../../schema/index.js';
import { connect, type Connection } from '../connect.js';
import { reportNetwork } from '../network.js';
import { createExpander, type Placeholders } from '../placeholders.js';
import { openScriptedEndpoint, type SeenRequest } from './scripted-endpoint.js';
import type { BaseUrlVariable } from './variables.js';

export interface ProbeOptions {
  command: readonly string[];
  placeholders: Placeholders;
  environment: Readonly<Record<string, string | undefined>>;
  variables: readonly BaseUrlVariable[];
  /** Added to the agent's environment. */
  env?: Readonly<Record<string, string>>;
  prompt: string;
  ledger?: string;
}

/** What one boot of an unknown agent showed. */
export interface Probe {
  /** The answer to `initialize`. */
  initialized?: Record<string, unknown>;
  /** Ids of the ways to authenticate that it asked for, and that let it open a session. */
  authenticated?: string;
  /** How long each step took, in ms. */
  took: Partial<Record<'initialize' | 'session/new' | 'session/prompt' | 'end', number>>;
  stopReason?: string;
  /** Of the agent's messages. */
  text: string;
  requests: readonly SeenRequest[];
  network: NetworkReport;
  exit?: ShutdownResult;
  /** How many processes outlived the agent outside its group. */
  leftRunning: number;
  /** What it wrote: paths below HOME, TMPDIR and the workspace, the first of them. */
  wrote: { home: string[]; tmp: string[]; cwd: string[] };
  stderrTail: string;
  /** Why it did not come to the end of the prompt. */
  failure?: Problem;
}

/** Boots it with every base-URL variable pointed at a scripted endpoint and placeholder keys, sends one prompt, ends it. */
export async function probeAgent(options: ProbeOptions): Promise<Probe> {
  const stored = options.ledger === undefined ? {} : { ledger: options.ledger };
  const network = await openNetwork(stored);
  const sandbox = await createSandbox('doctor', stored);
  const probe: Probe = {
    took: {},
    text: '',
    requests: [],
    network: { sealed: network.sealed, attempts: [] },
    leftRunning: 0,
    wrote: { home: [], tmp: [], cwd: [] },
    stderrTail: '',
  };
  try {
    await probeIn(sandbox, network, probe, options);
  } catch (error) {
    probe.failure = toProblem(error, probe.stderrTail);
  } finally {
    probe.leftRunning += (await network.close()).length;
    probe.network = reportNetwork(network, { name: 'doctor', command: [] }, 0);
    probe.wrote = { home: await filesBelow(sandbox.home), tmp: await filesBelow(sandbox.tmp), cwd: await filesBelow(sandbox.cwd) };
    probe.leftRunning += (await sandbox.remove()).length;
  }
  return probe;
}

async function probeIn(sandbox: Sandbox, network: AgentNetwork, probe: Probe, options: ProbeOptions): Promise<void> {
  const listening = await network.listen();
  const endpoint = await openScriptedEndpoint(listening);
  probe.requests = endpoint.requests;
  const expand = createExpander(options.placeholders, sandbox);
  const variables = options.variables.flatMap(({ variable, key }) => [
    [variable, endpoint.urlOf(variable)],
    [key, CREDENTIAL_PLACEHOLDER],
  ]);
  const own = Object.entries(options.env ?? {}).map(([name, value]) => [name, expand(value)]);
  let connection: Connection | undefined;
  try {
    connection = await connect(
      { name: 'doctor', command: options.command },
      sandbox,
      {
        command: options.command.map(expand),
        environment: {
          ...allowedEnvironment(options.environment, sandbox),
          ...network.environment,
          ...Object.fromEntries([...variables, ...own]),
        },
        enter: network.enter,
      },
      options.ledger,
    );
    await converse(createDriver(connection.client, { file: 'doctor' }), probe, options);
  } finally {
    if (connection) {
      probe.text = textOf(connection);
      probe.exit = await timed(probe, 'end', () => connection!.close());
      probe.stderrTail = connection.agent.stderrTail();
    }
    endpoint.close();
    listening?.close();
  }
}

async function converse(driver: Driver, probe: Probe, { prompt }: ProbeOptions): Promise<void> {
  const step = (input: Record<string, unknown>) => driver.step(inputStep.parse(input));
  probe.initialized = (await timed(probe, 'initialize', () => step({ op: 'initialize' }))) as Record<string, unknown>;
  const open = () => timed(probe, 'session/new', () => step({ op: 'new_session' }));
  try {
    await open();
  } catch (error) {
    // It may ask for a way to authenticate first; a placeholder key may be enough for one of them.
    let last = error;
    for (const methodId of authMethods(probe.initialized)) {
      try {
        await step({ op: 'authenticate', methodId });
        await open();
        probe.authenticated = methodId;
        break;
      } catch (again) {
        last = again;
        if (again instanceof AcpError && again.code.startsWith('ACP_AGENT_')) break;
      }
    }
    if (probe.authenticated === undefined) throw last;
  }
  await timed(probe, 'session/prompt', () => step({ op: 'prompt', text: prompt }));
  await driver.finish();
  const stopReason = driver.prompts.at(-1)?.stopReason;
  if (stopReason !== undefined) probe.stopReason = stopReason;
}

function authMethods(initialized: Record<string, unknown> | undefined): string[] {
  const methods = initialized?.['authMethods'];
  if (!Array.isArray(methods)) return [];
  const ids = methods.flatMap((method: { id?: unknown }) => (typeof method?.id === 'string' ? [method.id] : []));
  // A key can be stood in for; a login in a browser cannot, and may wait for ever.
  const rank = (id: string) => (/key|env|token/i.test(id) ? 0 : 1);
  return ids.sort((a, b) => rank(a) - rank(b));
}

async function timed<T>(probe: Probe, what: keyof Probe['took'], action: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await action();
  } finally {
    probe.took[what] = Math.round(performance.now() - start);
  }
}

function textOf({ tap }: Connection): string {
  return tap.frames
    .flatMap(({ from, value }) => {
      const update = (value?.['params'] as { update?: { sessionUpdate?: unknown; content?: { text?: unknown } } } | undefined)?.update;
      const said = from === 'agent' && update?.sessionUpdate === 'agent_message_chunk' ? update.content?.text : undefined;
      return typeof said === 'string' ? [said] : [];
    })
    .join('');
}

const MOST_FILES = 2000;

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])) {
      if (found.length >= MOST_FILES) return;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else found.push(path);
    }
  };
  await walk('');
  return found.sort();
}
