import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { runErrors } from '../errors/run.js';
import { allowedEnvironment, type AgentNetwork, type Sandbox } from '../process/index.js';
import { CREDENTIAL_PLACEHOLDER } from '../replay/index.js';
import type { AgentProfile, ReplayPlan } from '../schema/index.js';
import { nodeOf, pathWithNode } from './node-version.js';
import { createExpander, type Placeholders } from './placeholders.js';
import type { RunMode } from './plan.js';

/** What is needed to boot an agent in a sandbox. */
export interface Launch {
  command: string[];
  environment: Record<string, string>;
  /** Put in front of the command as it is booted: seals it in a network of its own. */
  enter?: readonly string[];
  /** Folder of the agent's session logs, where its profile names one. */
  logs?: string;
  /** Folder of the logs that the agent keeps in a form of its own. */
  sessionLogs?: string;
}

export interface LaunchOptions {
  placeholders: Placeholders;
  /** The caller's environment. Only allow-listed names are read from it, in record the profile's credentials too. */
  environment: Readonly<Record<string, string | undefined>>;
  /** What the agent sees of the network; the machine's own where absent. */
  network?: AgentNetwork;
  /** The replay plan, where the run has a session seam. Written into the sandbox. */
  plan?: ReplayPlan;
  /** Provider seam: base URLs of the loopback provider by the name of the endpoint, `''` that of the provider itself. */
  urls?: Readonly<Record<string, string>>;
  runMode?: RunMode;
}

/** Resolves a profile for one sandbox; writes the plan, the files of the profile and those of its listener. */
export async function prepareLaunch(profile: AgentProfile, sandbox: Sandbox, options: LaunchOptions): Promise<Launch> {
  const node = await nodeOf(profile, options.placeholders);
  const expand = createExpander({ ...options.placeholders, node }, sandbox, options.urls);
  const { network } = options;
  const environment: Record<string, string> = {
    ...allowedEnvironment(options.environment, sandbox),
    // A repository around the sandbox is none of the agent's: git looks no further up than this.
    GIT_CEILING_DIRECTORIES: sandbox.root,
    ...network?.environment,
    ...credentialsOf(profile, options),
    ...mapValues(profile.env ?? {}, expand),
  };
  if (node !== options.placeholders.node) environment['PATH'] = pathWithNode(environment['PATH'], node, delimiter);
  await writeFiles(profile, sandbox, expand);
  const command = profile.command.map(expand);
  const launch: Launch = { command, environment, ...(network && { enter: network.enter }) };
  if (profile.session) launch.logs = expand(profile.session.logs);
  else if (profile.sessionLog) launch.sessionLogs = expand(profile.sessionLog.folder);
  if (!options.plan) return launch;
  if (!profile.session) throw runErrors.noSessionSeam(profile.name, options.plan.scenario);
  const { plan } = options;
  if (plan.runMode === 'record') Object.assign(environment, passOn(profile, options.environment));
  const planFile = join(sandbox.run, 'replay-plan.json');
  await writeFile(planFile, `${JSON.stringify(plan, null, 2)}\n`);
  const { args, files } = profile.session.listen({ use: plan.runMode === 'record' ? 'requests' : 'replay', plan: planFile });
  for (const [name, text] of Object.entries(files)) await writeFile(join(sandbox.run, name), expand(text));
  command.push(...args.map(expand));
  return launch;
}

/** Only record passes credentials and live settings on, and only those that the profile names. */
function passOn(profile: AgentProfile, caller: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { credentials = [], live = [] } = profile.session ?? {};
  if (credentials.length > 0 && !credentials.some((name) => caller[name])) throw runErrors.noCredential(profile.name, credentials);
  return Object.fromEntries([...credentials, ...live].flatMap((name) => (caller[name] ? [[name, caller[name]]] : [])));
}

/** Provider seam: an agent that refuses to start without a key gets a placeholder; in record the caller's own. */
function credentialsOf({ name, provider }: AgentProfile, { runMode, environment }: LaunchOptions): Record<string, string> {
  if (!provider) return {};
  const { credentials } = provider;
  if (runMode !== 'record') return Object.fromEntries(credentials.map((variable) => [variable, CREDENTIAL_PLACEHOLDER]));
  if (credentials.length > 0 && !credentials.some((variable) => environment[variable])) throw runErrors.noCredential(name, credentials);
  return Object.fromEntries(credentials.flatMap((variable) => (environment[variable] ? [[variable, environment[variable]]] : [])));
}

/** The files that the profile asks for. A relative path lies below HOME. */
async function writeFiles({ files = {} }: AgentProfile, sandbox: Sandbox, expand: (text: string) => string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const expanded = expand(path);
    const file = isAbsolute(expanded) ? expanded : join(sandbox.home, expanded);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, expand(text));
  }
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
