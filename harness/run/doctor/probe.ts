import { createDriver, type Driver } from '../../acp/index.js';
import type { Problem } from '../../errors/acp-error.js';
import { toProblem } from '../../errors/run.js';
import { createSandbox, openNetwork, type AgentNetwork, type Sandbox, type ShutdownResult } from '../../process/index.js';
import { CREDENTIAL_PLACEHOLDER } from '../../replay/index.js';
import { inputStep, type AgentProfile, type NetworkReport } from '../../schema/index.js';
import { connect, type Connection } from '../connect.js';
import { prepareLaunch } from '../launch.js';
import { reportNetwork } from '../network.js';
import type { Placeholders } from '../placeholders.js';
import { filesBelow } from './files-below.js';
import { openScriptedEndpoint, type SeenRequest } from './scripted-endpoint.js';
import { GIVEN, type BaseUrlVariable } from './variables.js';

/** What a person knows of the agent: it stands in the profile as it is. `{{provider}}` stands for the base URL in all of it. */
export interface Known {
  command: readonly string[];
  /** Added to the agent's environment. */
  env?: Readonly<Record<string, string>>;
  /** Files it reads, by path. */
  files?: Readonly<Record<string, string>>;
  /** The Node it needs, as a range. */
  node?: string;
}

export interface ProbeOptions extends Known {
  placeholders: Placeholders;
  environment: Readonly<Record<string, string | undefined>>;
  variables: readonly BaseUrlVariable[];
  prompt: string;
  /** Milliseconds of silence to wait for; a step may take twice as long, a boot four times. */
  timeout: number;
  ledger?: string;
}

export type ProbeStep = 'initialize' | 'authenticate' | 'session/new' | 'session/prompt';

/** What one boot of an unknown agent showed. */
export interface Boot {
  /** The answer to `initialize`. */
  initialized?: Record<string, unknown>;
  /** How long each step took, in ms; the last one of them may have failed. */
  took: Partial<Record<ProbeStep | 'end', number>>;
  /** The step it did not get through. */
  stuckAt?: ProbeStep;
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

/** A way to authenticate, and variables that it says hold the key. */
export interface WayIn {
  id: string;
  variables: readonly string[];
}

/** Boots it with every base-URL variable pointed at a scripted endpoint and placeholder keys, sends one prompt, ends it. */
export async function bootOnce(options: ProbeOptions, way?: WayIn): Promise<Boot> {
  const stored = options.ledger === undefined ? {} : { ledger: options.ledger };
  const network = await openNetwork(stored);
  const sandbox = await createSandbox('doctor', stored);
  const boot: Boot = {
    took: {},
    text: '',
    requests: [],
    network: { sealed: network.sealed, attempts: [] },
    leftRunning: 0,
    wrote: { home: [], tmp: [], cwd: [] },
    stderrTail: '',
  };
  try {
    await bootIn(sandbox, network, boot, options, way);
  } catch (error) {
    boot.failure = toProblem(error, boot.stderrTail);
  } finally {
    boot.leftRunning += (await network.close()).length;
    boot.network = reportNetwork(network, { name: 'doctor', command: [] }, 0);
    boot.wrote = { home: await filesBelow(sandbox.home), tmp: await filesBelow(sandbox.tmp), cwd: await filesBelow(sandbox.cwd) };
    boot.leftRunning += (await sandbox.remove()).length;
  }
  return boot;
}

/** What stands for the key of a variable, so that a request tells which one was read. */
export const keyOf = (variable: string): string => `${CREDENTIAL_PLACEHOLDER}-${variable.toLowerCase()}`;

async function bootIn(sandbox: Sandbox, network: AgentNetwork, boot: Boot, options: ProbeOptions, way?: WayIn): Promise<void> {
  const listening = await network.listen();
  const endpoint = await openScriptedEndpoint(listening);
  boot.requests = endpoint.requests;
  const keys = new Set([...options.variables.map(({ key }) => key), ...(way?.variables ?? [])]);
  const { timeout } = options;
  const profile: AgentProfile = {
    name: 'doctor',
    command: options.command,
    env: {
      ...Object.fromEntries(options.variables.map(({ variable }) => [variable, endpoint.urlOf(variable)])),
      ...Object.fromEntries([...keys].map((name) => [name, keyOf(name)])),
      ...options.env,
    },
    ...(options.files && { files: options.files }),
    ...(options.node !== undefined && { node: options.node }),
    deadlines: { idle: timeout, step: 2 * timeout, total: 4 * timeout },
  };
  let connection: Connection | undefined;
  try {
    const urls = { '': endpoint.urlOf(GIVEN) };
    const launch = await prepareLaunch(profile, sandbox, { ...options, network, urls, runMode: 'refresh' });
    connection = await connect(profile, sandbox, launch, options.ledger);
    await converse(createDriver(connection.client, { file: 'doctor' }), boot, options.prompt, way);
  } finally {
    if (connection) {
      boot.text = textOf(connection);
      const start = performance.now();
      boot.exit = await connection.close();
      boot.took.end = Math.round(performance.now() - start);
      boot.stderrTail = connection.agent.stderrTail();
    }
    endpoint.close();
    listening?.close();
  }
}

async function converse(driver: Driver, boot: Boot, prompt: string, way?: WayIn): Promise<void> {
  const step = async (what: ProbeStep, input: Record<string, unknown>) => {
    const start = performance.now();
    boot.stuckAt = what;
    try {
      return await driver.step(inputStep.parse(input));
    } finally {
      boot.took[what] = Math.round(performance.now() - start);
    }
  };
  boot.initialized = (await step('initialize', { op: 'initialize' })) as Record<string, unknown>;
  if (way) await step('authenticate', { op: 'authenticate', methodId: way.id });
  await step('session/new', { op: 'new_session' });
  await step('session/prompt', { op: 'prompt', text: prompt });
  await driver.finish();
  delete boot.stuckAt;
  const stopReason = driver.prompts.at(-1)?.stopReason;
  if (stopReason !== undefined) boot.stopReason = stopReason;
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
