import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runErrors } from '../errors/run.js';
import { allowedEnvironment, type Sandbox } from '../process/index.js';
import type { AgentProfile, ReplayPlan } from '../schema/index.js';
import { createExpander, type Placeholders } from './placeholders.js';

/** What is needed to boot an agent in a sandbox. */
export interface Launch {
  command: string[];
  environment: Record<string, string>;
  /** Folder of the agent's session logs, where its profile names one. */
  logs?: string;
}

export interface LaunchOptions {
  placeholders: Placeholders;
  /** The caller's environment. Only allow-listed names are read from it, in record the profile's credentials too. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The replay plan, where the run has a session seam. Written into the sandbox. */
  plan?: ReplayPlan;
}

/** Resolves a profile for one sandbox, writes the plan and the files of the profile's listener. */
export async function prepareLaunch(profile: AgentProfile, sandbox: Sandbox, options: LaunchOptions): Promise<Launch> {
  const expand = createExpander(options.placeholders, sandbox);
  const environment = { ...allowedEnvironment(options.environment, sandbox), ...mapValues(profile.env ?? {}, expand) };
  const command = profile.command.map(expand);
  const launch: Launch = { command, environment };
  if (profile.session) launch.logs = expand(profile.session.logs);
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

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
