import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { register } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AcpError } from '../../errors/acp-error.js';
import { agentsErrors } from '../../errors/agents.js';
import { nearest } from '../../scenario/nearest.js';
import type { AgentProfile } from '../../schema/index.js';
import { checkModule } from './check-module.js';

interface Known {
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** An agent that is put through the journey: `tests/agents/<name>.mjs`, or a module named with `--agent`. */
export interface AgentModule {
  readonly profile: AgentProfile;
  /** Version, as the table tells it. */
  readonly version: string;
  /** What is installed into the cache, once; nothing where the agent is at hand. */
  readonly install?: {
    /** Its folder in the cache; another version, another folder. */
    readonly folder: string;
    readonly packages?: readonly string[];
    /** A package.json that is installed by pnpm, for sets that npm does not resolve. */
    readonly pnpm?: Record<string, unknown>;
  };
  /** What a person would tell `playwright-acp doctor` of it, where the bare command of the profile is not enough. */
  readonly doctor?: Known;
  /** Behind the live provider's own address, e.g. `/v1`. */
  readonly basePath?: string;
  /** What the live provider says; see `tests/live-provider/wire.mjs`. */
  readonly replies: Record<string, readonly unknown[]>;
  /** Client actions behind `initialize` and `new_session`. */
  readonly steps?: readonly object[];
  /** Added to the header of the scenario. */
  readonly header?: Record<string, unknown>;
}

/** A module with the folder that it lies in, which `{{root}}` stands for in the profile. */
export interface LoadedModule {
  module: AgentModule;
  folder: string;
}

export interface LoadOptions {
  /** Of this repository. */
  root: string;
  /** Modules of this repository. */
  names: readonly string[];
  /** Modules from elsewhere, from `from` or absolute. */
  paths?: readonly string[];
  from?: string;
}

/**
 * The modules of this repository by name, and those from elsewhere; all of the repository's where none is named.
 *
 * @throws AcpError `ACP_AGENTS_…`, `ACP_CONFIG_…`
 */
export async function loadModules({ root, names, paths = [], from = process.cwd() }: LoadOptions): Promise<LoadedModule[]> {
  const folder = join(root, 'tests/agents');
  const own = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).map((name) => name.slice(0, -'.mjs'.length));
  const unknown = names.find((name) => !own.includes(name));
  if (unknown !== undefined) throw agentsErrors.unknownName(unknown, nearest(unknown, own), own.toSorted());
  const wanted = names.length > 0 ? names : paths.length > 0 ? [] : own.toSorted();
  // A module that lies elsewhere has no playwright-acp beside it: it gets this one.
  if (paths.length > 0)
    register(`data:text/javascript,${encodeURIComponent(HOOK)}`, {
      parentURL: import.meta.url,
      data: pathToFileURL(join(root, 'package.json')).href,
    });
  const loaded: LoadedModule[] = [];
  for (const name of wanted) loaded.push({ module: await load(join(folder, `${name}.mjs`)), folder: root });
  for (const path of paths) loaded.push({ module: await load(resolve(from, path)), folder: dirname(resolve(from, path)) });
  return loaded;
}

const HOOK = `
let parentURL;
export const initialize = (data) => { parentURL = data; };
export const resolve = (specifier, context, next) =>
  next(specifier, /^playwright-acp(\\/|$)/.test(specifier) ? { ...context, parentURL } : context);
`;

async function load(file: string): Promise<AgentModule> {
  if (!existsSync(file)) throw agentsErrors.noModule(file);
  const loaded = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw error instanceof AcpError
      ? error
      : agentsErrors.notLoaded(file, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  });
  return checkModule((loaded as { default?: unknown }).default, file);
}
