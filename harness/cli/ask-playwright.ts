import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { commandErrors } from '../errors/cli.js';

export interface Question {
  /** The environment variable that carries the request to the global setup. */
  variable: string;
  /** What is asked; the file for the answer is added as `result`. */
  request: object;
  config?: string | undefined;
  /** What was not done where the setup is not reached, e.g. `Nothing was recorded`. */
  undone: string;
  /** Where stdout of the config and its setups goes; `stderr` where ours is read by a program. */
  output?: 'stdout' | 'stderr';
}

/** Matches no test file: the run is about the config and its setups. */
const NO_TEST = 'playwright-acp-asks-and-tests-nothing';

/**
 * Asks a Playwright config: starts a `playwright test` that selects no test, so that Playwright itself loads a config
 * in TypeScript, and our global setup answers.
 *
 * @throws AcpError `ACP_CLI_NO_PLAYWRIGHT`; `ACP_CLI_CONFIG` where the setup was not reached
 */
export async function askPlaywright<Answer>({ variable, request, config, undone, output = 'stdout' }: Question): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'playwright-acp-ask-'));
  try {
    const [result, report] = [join(folder, 'result.json'), join(folder, 'report.json')];
    const args = [
      'test',
      NO_TEST,
      '--pass-with-no-tests',
      '--reporter=json',
      `--output=${join(folder, 'output')}`,
      ...(config === undefined ? [] : ['--config', config]),
    ];
    const env = { [variable]: JSON.stringify({ ...request, result }), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    await runPlaywright(args, env, output);
    const answer = await readJson<Answer>(result);
    if (!answer) throw commandErrors.setupNotReached(undone, await errorsOf(report));
    return answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The user's own Playwright, which their config imports too. */
function playwrightCli(): string {
  try {
    return join(dirname(createRequire(join(process.cwd(), 'playwright.config.js')).resolve('@playwright/test/package.json')), 'cli.js');
  } catch (error) {
    throw Object.assign(commandErrors.noPlaywright(process.cwd()), { cause: error });
  }
}

async function runPlaywright(args: readonly string[], env: Record<string, string>, output: 'stdout' | 'stderr'): Promise<void> {
  const child = spawn(process.execPath, [playwrightCli(), ...args], {
    stdio: ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  // Ctrl-C reaches the child too: it ends its agents, and this waits for it.
  const wait = () => {};
  process.on('SIGINT', wait);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', () => resolve());
    });
  } finally {
    process.off('SIGINT', wait);
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

async function errorsOf(report: string): Promise<string[]> {
  const json = await readJson<{ errors: { message?: string }[] }>(report);
  return (json?.errors ?? []).map(({ message }) => stripVTControlCharacters(message ?? 'an error without message'));
}
