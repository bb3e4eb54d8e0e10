import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { referenceAgent } from '../../harness/profiles/index.js';
import { compareRun, neverAccept, runScenario } from '../../harness/run/index.js';
import { loadScenario, rollForward } from '../../harness/scenario/index.js';
import { expect, test, type InlineProject } from '../contract/fixtures/inline.js';
import { startLiveProvider } from '../live-provider/start.js';

const root = resolve(import.meta.dirname, '../..');
const NAME = 'text-turn';
const CONFIG = `import { defineConfig, referenceAgent } from 'playwright-acp/config';
export default defineConfig({ acp: { agents: [referenceAgent], scenarios: 'snapshots' }, testDir: 'tests' });
`;

interface Call {
  call: number;
  name: string;
  path: string;
  from: string;
}

/** Points before a byte of the scenario is written, by what the command says. */
const BEFORE = ['(agent ', '  recording', '    new_session', '    prompt', '  replaying what was recorded', '  writing'];
const DURING = 14;

test('a recording killed at any of 20 points leaves the old scenario or the new one, whole', async ({ inlineProject }) => {
  test.setTimeout(900_000);
  const live = await startLiveProvider();
  const project = inlineProject({ 'playwright.config.ts': CONFIG });
  const folder = join(project.dir, 'snapshots');
  const dir = join(folder, NAME);
  const log = join(project.dir, 'calls.jsonl');
  cpSync(join(root, 'tests/snapshots', NAME), dir, { recursive: true });
  const old = new Map(Object.entries(tree(dir)));

  const record = (reason: string, { dieAt = 0, killAt }: { dieAt?: number; killAt?: string } = {}) => {
    rmSync(log, { force: true });
    return recordOnce(project.dir, reason, { ...live.environment, DIE_AT: String(dieAt), DIE_LOG: log }, killAt);
  };
  const calls = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line) as Call);

  try {
    // The control: it records, and shows the calls between the first byte and the last rename.
    expect(await record('control')).toMatchObject({ exitCode: 0 });
    const swap = calls();
    const first = swap.findIndex(({ name }) => name === 'open') + 2;
    const last = swap.findLast(({ name, path }) => name === 'rename' && path === NAME)!.call;
    const points = Array.from({ length: DURING }, (_, index) => first + Math.round(((last - first) * index) / (DURING - 1)));
    expect(new Set(points).size).toBe(DURING);

    const told: string[] = [];
    for (const [index, point] of [...BEFORE, ...points].entries()) {
      restore(dir, folder, old);
      const reason = `killed ${index + 1}`;
      await record(reason, typeof point === 'string' ? { killAt: point } : { dieAt: point });
      const reached = calls().at(-1);
      const phase =
        typeof point === 'string'
          ? `at "${point.trim()}"${calls().some(({ name }) => name === 'open') ? `, ${reached!.call} calls into the swap` : ', before the first byte'}`
          : `before call ${point} of ${swap.length}, between first byte and last rename: ${reached!.name} ${shown(reached!.path)}`;
      if (typeof point === 'number') expect(reached!.call).toBe(point);
      const states = await openAgain(project, folder, old, reason);
      // Whichever command opens it first, it finds the same.
      expect(new Set(Object.values(states)).size, phase).toBe(1);
      told.push(`${String(index + 1).padStart(2)}  ${phase}: ${states.loader} (${Object.keys(states).join(', ')})`);
    }
    console.log(told.join('\n'));
    expect(told).toHaveLength(20);
    expect(told.filter((line) => line.includes('between first byte and last rename')).length).toBeGreaterThanOrEqual(10);
    expect(told.filter((line) => line.includes(': old (')).length).toBeGreaterThan(0);
    expect(told.filter((line) => line.includes(': new (')).length).toBeGreaterThan(0);

    // The next recording clears up by itself what a killed one left.
    restore(dir, folder, old);
    await record('killed last', { dieAt: last });
    expect(readdirSync(folder).some((name) => name.includes('.acp-'))).toBe(true);
    expect(await record('the next one')).toMatchObject({ exitCode: 0 });
    expect(readdirSync(folder)).toEqual([NAME]);
    expect(readFileSync(join(dir, 'input.jsonl'), 'utf8')).toContain('"reason":"the next one"');
  } finally {
    await live.stop();
  }
});

type State = 'old' | 'new';

/**
 * Opens what a kill left with each of the commands that finish a swap, each on a copy of its own. Then the scenario has
 * to be the old one byte for byte, or the new one, green.
 */
async function openAgain(
  project: InlineProject,
  folder: string,
  old: ReadonlyMap<string, string>,
  reason: string,
): Promise<Record<'loader' | 'check' | 'record', State>> {
  // Until its parent has reaped it, a killed writer counts as alive, and what is its own is left alone.
  await expect.poll(() => livingWriters(folder)).toEqual([]);
  const copies = Object.fromEntries(['loader', 'check', 'record'].map((opener) => [opener, join(project.dir, `after-${opener}`)]));
  for (const copy of Object.values(copies)) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(folder, copy, { recursive: true });
  }
  const [loaded, checked, refused] = await Promise.all([
    loadScenario(join(copies['loader']!, NAME)),
    project.cli(['check', '--json', '--dir', copies['check']!]),
    // The next record finishes the swap and then finds a scenario that stands.
    project.cli(['record', NAME, '--dir', copies['record']!]),
  ]);
  expect(checked, checked.output).toMatchObject({ exitCode: 0 });
  expect(refused.output).toContain('ACP_SCENARIO_EXISTS');
  // A loader that found no journal has nothing to do beside its scenario; the others clear the folder.
  await rollForward(copies['loader']!);
  const states = await Promise.all(Object.values(copies).map((copy) => stateOf(copy, old, reason)));
  if (states.includes('new')) {
    const placeholders = { package: root, root, node: process.execPath };
    const run = await runScenario(loaded, referenceAgent, { runMode: 'replay', placeholders, environment: process.env });
    expect(neverAccept(run)).toEqual([]);
    expect(compareRun(run).filter(({ status }) => status === 'changed' || status === 'missing')).toEqual([]);
  }
  return { loader: states[0]!, check: states[1]!, record: states[2]! };
}

async function stateOf(folder: string, old: ReadonlyMap<string, string>, reason: string): Promise<State> {
  expect(readdirSync(folder)).toEqual([NAME]);
  const found = tree(join(folder, NAME));
  expect(Object.keys(found)).toEqual([...old.keys()]);
  const { header } = await loadScenario(join(folder, NAME));
  if (header.provenance?.reason === reason) return 'new';
  expect(found).toEqual(Object.fromEntries(old));
  return 'old';
}

function livingWriters(folder: string): number[] {
  const pids = readdirSync(folder).flatMap((name) => {
    const pid = /\.acp-(?:next|old|swap)\.(\d+)$/.exec(name)?.[1];
    return pid === undefined ? [] : [Number(pid)];
  });
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
}

function restore(dir: string, folder: string, old: ReadonlyMap<string, string>): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(join(root, 'tests/snapshots', NAME), dir, { recursive: true });
  expect(tree(dir)).toEqual(Object.fromEntries(old));
}

function tree(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(dir.length + 1), readFileSync(path, 'base64')]));
}

const shown = (path: string): string => path.replace(/\.acp-(next|old)\.\d+/, '.acp-$1');

/** One record command, in a group of its own that is killed as a whole once the output holds `killAt`. */
async function recordOnce(
  cwd: string,
  reason: string,
  environment: Record<string, string>,
  killAt: string | undefined,
): Promise<{ exitCode: number | null; output: string }> {
  const cli = join(cwd, 'node_modules/playwright-acp/dist/cli.js');
  const child = spawn(process.execPath, [cli, 'record', NAME, '--overwrite', '--reason', reason], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CI: '',
      ...environment,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'die-at.mjs')).href}`,
    },
  });
  let output = '';
  let killed = false;
  const hear = (data: Buffer): void => {
    output += data.toString();
    if (killAt === undefined || killed || !output.includes(killAt)) return;
    killed = true;
    process.kill(-child.pid!, 'SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exitCode = await new Promise<number | null>((done) => child.on('close', done));
  if (killAt !== undefined) expect(output).toContain(killAt);
  return { exitCode, output };
}
