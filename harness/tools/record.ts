/**
 * `npm run record -- <scenario> [--overwrite]`: records scenarios of this repository against the live providers of the
 * tests, processes of their own on loopback, through the command that users run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'sk-local-key-of-the-live-process';

async function startLive(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [`${root}tests/live-provider/${program}`, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: (JSON.parse(line.toString()) as { url: string }).url };
}

const model = await startLive('deepseek.mjs');
const wire = await startLive('wire.mjs', `${root}tests/foreign-agents/replies.json`);
const recording = spawn(process.execPath, [`${root}dist/cli.js`, 'record', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // The reference agent's names, then those of the agents of another make.
  env: { ...process.env, DEEPSEEK_API_KEY: KEY, DEEPSEEK_BASE_URL: model.url, API_KEY: KEY, LIVE_URL: wire.url },
});
const [code] = (await once(recording, 'exit')) as [number | null];
for (const { child } of [model, wire]) child.stdin.end();
process.exitCode = code ?? 1;
