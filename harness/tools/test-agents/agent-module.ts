import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentProfile } from '../../schema/index.js';

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

/** The modules of this repository by name, and those from elsewhere. */
export async function loadModules(root: string, names: readonly string[], paths: readonly string[]): Promise<AgentModule[]> {
  const folder = join(root, 'tests/agents');
  const own = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).sort();
  const unknown = names.find((name) => !own.includes(`${name}.mjs`));
  if (unknown !== undefined) throw new Error(`No agent is named ${unknown}; there are ${own.map((name) => name.slice(0, -4)).join(', ')}.`);
  const wanted = names.length > 0 ? names.map((name) => `${name}.mjs`) : paths.length > 0 ? [] : own;
  const files = [...wanted.map((name) => join(folder, name)), ...paths.map((path) => resolve(path))];
  return Promise.all(files.map(async (file) => ((await import(pathToFileURL(file).href)) as { default: AgentModule }).default));
}
