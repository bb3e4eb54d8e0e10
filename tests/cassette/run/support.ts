import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { build } from 'esbuild';
import {
  compareRun,
  recordScenario,
  runScenario,
  type Recording,
  type RecordOptions,
  type Run,
  type RunOptions,
} from '../../../harness/run/index.js';
import { loadScenario, type Scenario } from '../../../harness/scenario/index.js';
import type { AgentProfile, SurfaceId, SurfaceStatus } from '../../../harness/schema/index.js';

export { expect };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ROOT = here('../../..');

export interface Stage {
  folder: string;
  ledger: string;
  /** The stand-in's profile; `env` breaks one thing of it. */
  profile(env?: Record<string, string>): AgentProfile;
  /** Writes an authored scenario: header and steps, and further files. */
  author(name: string, steps: readonly object[], more?: { header?: object; files?: Record<string, string> }): Promise<string>;
  record(name: string, options?: Partial<RecordOptions> & { env?: Record<string, string>; profile?: AgentProfile }): Promise<Recording>;
  run(
    name: string,
    env?: Record<string, string>,
    options?: Partial<RunOptions> & { profile?: AgentProfile; scenario?: Scenario },
  ): Promise<Run>;
}

/** A folder of scenarios for the stand-in agent. What a test leaves behind (processes, sandboxes) fails it. */
export const test = base.extend<{ stage: Stage }, { replayModule: string }>({
  replayModule: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'acp-run-module-'));
      const outfile = join(folder, 'replay.mjs');
      await build({
        absWorkingDir: ROOT,
        entryPoints: ['harness/replay/index.ts'],
        bundle: true,
        format: 'esm',
        platform: 'node',
        outfile,
      });
      await use(outfile);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  stage: async ({ replayModule }, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-run-test-')));
    const ledger = join(folder, 'ledger');
    const placeholders = { package: ROOT, root: folder, node: process.execPath };
    const profile: Stage['profile'] = (env = {}) => ({
      name: 'stand-in',
      compare: 'strict',
      command: ['{{node}}', here('programs/stand-in.mjs'), `--module=${pathToFileURL(replayModule).href}`],
      env: { STAND_IN_LOGS: '{{home}}/.stand-in/sessions', ...env },
      session: {
        logs: '{{home}}/.stand-in/sessions',
        listen: ({ use: listener, plan }) => ({ args: [`--use=${listener}`, `--plan=${plan}`], files: {} }),
        credentials: ['STAND_IN_API_KEY'],
      },
      state: ['.stand-in'],
      deadlines: { step: 10_000, idle: 10_000, total: 20_000, grace: 2000 },
    });
    await use({
      folder,
      ledger,
      profile,
      async author(name, steps, { header = {}, files = {} } = {}) {
        const first = {
          type: 'fixture',
          fixture: 'input',
          schema: 1,
          scenario: name,
          description: 'A test.',
          agent: 'stand-in',
          seam: 'session',
          headerClass: 'plain',
          pin: true,
          ...header,
        };
        for (const [file, text] of Object.entries({ 'input.jsonl': jsonl(first, ...steps), ...files })) {
          await mkdir(dirname(join(folder, 'scenarios', name, file)), { recursive: true });
          await writeFile(join(folder, 'scenarios', name, file), text);
        }
        return join(folder, 'scenarios', name);
      },
      async record(name, { env, profile: other, ...options } = {}) {
        const scenario = await loadScenario(join(folder, 'scenarios', name), { forRecord: true });
        return recordScenario(scenario, other ?? profile(env), {
          placeholders,
          environment: { ...process.env, STAND_IN_API_KEY: KEY },
          ledger,
          tool: 'test 1',
          now: new Date(0),
          ...options,
        });
      },
      async run(name, env, { profile: other, scenario, ...options } = {}) {
        const run = await runScenario(scenario ?? (await loadScenario(join(folder, 'scenarios', name))), other ?? profile(env), {
          runMode: 'replay',
          placeholders,
          environment: process.env,
          ledger,
          ...options,
        });
        const left = await stat(run.bindings!.cwd[0]!).catch(() => undefined);
        expect(left !== undefined, 'the sandbox is left').toBe(options.keepSandbox ?? false);
        return run;
      },
    });
    const entries = (await readdir(ledger).catch((): string[] => [])).map((name) => readFileSync(join(ledger, name), 'utf8'));
    // What holds a network namespace open serves later runs too.
    expect(
      entries.filter((entry) => !entry.includes('"keeps":"network"')),
      'the ledger is empty',
    ).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  },
});

export const KEY = 'stand-in-secret-0123456789';

export const TEXT_TURN = [{ op: 'initialize' }, { op: 'new_session' }, { op: 'prompt', text: 'hi' }];
export const TOOL_TURN = [{ op: 'initialize' }, { op: 'new_session' }, { op: 'prompt', text: 'write notes.txt some words' }];

export const jsonl = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** The status of every surface of a run. */
export function statuses(run: Run): Partial<Record<SurfaceId, SurfaceStatus>> {
  return Object.fromEntries(compareRun(run).map(({ surface, status }) => [surface, status]));
}

export const changed = (run: Run): SurfaceId[] =>
  compareRun(run)
    .filter(({ status }) => status === 'changed')
    .map(({ surface }) => surface);

/** Every file below a folder with its text. */
export async function tree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.sort().map(async (file) => [relative(folder, file), await readFile(file, 'utf8')])));
}
