import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { expect, test as base } from '@playwright/test';
import { build } from 'esbuild';
import { readProcStat } from '../../harness/process/identity.js';
import { sweep } from '../../harness/process/index.js';
import { programPath } from '../faulty-agents/booted.js';

interface Worker {
  process: ChildProcess;
  ledger: string;
  /** What it booted. */
  agent: number;
  /** Whether the agent runs in a network of its own, and what holds that open. */
  sealed: boolean;
  holder: number;
  root: string;
}

const SOURCE = `
import { allowedEnvironment, bootAgent, createSandbox, openNetwork } from ${JSON.stringify(fileURLToPath(new URL('../../harness/process/index.ts', import.meta.url)))};
const [ledger, program] = process.argv.slice(2);
const network = await openNetwork({ ledger });
const sandbox = await createSandbox('worker', { ledger });
const agent = await bootAgent({ command: [process.execPath, program], cwd: sandbox.cwd, environment: allowedEnvironment(process.env, sandbox), enter: network.enter, ledger, onStdout: () => {} });
console.log(JSON.stringify({ agent: agent.pid, holder: Number(network.enter.at(-2)), sealed: network.sealed, root: sandbox.root }));
process.stdin.on('data', () => process.exit(0));
`;

/** A worker of its own process that owns an agent which does not care about the end of its stdin. */
const test = base.extend<{ worker: Worker }>({
  worker: async ({}, use, testInfo) => {
    const entry = testInfo.outputPath('worker.ts');
    await writeFile(entry, SOURCE);
    const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
    const outfile = testInfo.outputPath('worker.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner,
      nodePaths: [fileURLToPath(new URL('../../node_modules', import.meta.url))],
    });
    const ledger = testInfo.outputPath('ledger');
    const child = spawn(process.execPath, [outfile, ledger, programPath('ignores-sigterm')], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const worker: Worker = { process: child, ledger, ...(JSON.parse(line) as Omit<Worker, 'process' | 'ledger'>) };
    await use(worker);
    child.kill('SIGKILL');
    // Whatever the test found: nothing stays.
    await sweep(ledger);
  },
});

test.skip(process.platform === 'win32', 'signals');

test('the sweep ends the agent of a worker that was killed, and removes its folder', async ({ worker }) => {
  expect(await sweep(worker.ledger)).toMatchObject({ processes: [], folders: [], kept: worker.sealed ? 3 : 2 });
  worker.process.kill('SIGKILL');
  await once(worker.process, 'exit');
  expect(readProcStat(worker.agent), 'the agent outlives its worker, else there is nothing to sweep').toBeDefined();
  // It ends by itself, with the channel to its worker.
  if (worker.sealed) await expect.poll(() => readProcStat(worker.holder)).toBeUndefined();
  expect(await sweep(worker.ledger)).toEqual({ processes: [worker.agent], folders: [worker.root], kept: 0, problems: [] });
  expect(readProcStat(worker.agent)).toBeUndefined();
  expect(existsSync(worker.root)).toBe(false);
  expect(await readdir(worker.ledger)).toEqual([]);
});

test('a worker that calls process.exit takes its agent with it', async ({ worker }) => {
  worker.process.stdin!.write('exit\n');
  await once(worker.process, 'exit');
  await expect.poll(() => readProcStat(worker.agent)).toBeUndefined();
  if (worker.sealed) await expect.poll(() => readProcStat(worker.holder)).toBeUndefined();
  expect(await sweep(worker.ledger)).toMatchObject({ processes: [], folders: [worker.root], problems: [] });
});
