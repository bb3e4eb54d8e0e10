/**
 * `npm run record -- <scenario> [--overwrite]`: records scenarios of this repository against the live provider of the
 * tests, a process of its own on loopback, through the command that users run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const live = spawn(process.execPath, [`${root}tests/live-provider/deepseek.mjs`], { stdio: ['pipe', 'pipe', 'inherit'] });
const [line] = (await once(live.stdout, 'data')) as [Buffer];
const { url } = JSON.parse(line.toString()) as { url: string };

const recording = spawn(process.execPath, [`${root}dist/cli.js`, 'record', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DEEPSEEK_API_KEY: 'sk-local-key-of-the-live-process', DEEPSEEK_BASE_URL: url },
});
const [code] = (await once(recording, 'exit')) as [number | null];
live.stdin.end();
process.exitCode = code ?? 1;
