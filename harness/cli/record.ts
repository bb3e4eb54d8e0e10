import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ciNoticed } from '../../fixtures/ci.js';
import { RECORD_VARIABLE } from '../../fixtures/record-request.js';
import type { RecordRequest, RecordResult } from '../../fixtures/record-request.js';
import { commandErrors } from '../errors/cli.js';
import { updateErrors } from '../errors/update.js';
import { EXIT_CODES } from './help.js';

export interface RecordArguments extends Omit<RecordRequest, 'result'> {
  config?: string;
}

/** Matches no test file: the run is about the config and its setups. */
const NO_TEST = 'playwright-acp-records-and-tests-nothing';

/**
 * Records scenarios of a Playwright config.
 * @returns the exit code
 * @throws AcpError `ACP_RECORD_IN_CI`, `ACP_CLI_NO_PLAYWRIGHT`, `ACP_CLI_CONFIG`
 */
export async function record({ config, ...request }: RecordArguments): Promise<number> {
  const noticed = ciNoticed();
  if (noticed !== undefined) throw updateErrors.recordInCi(noticed);
  const folder = await mkdtemp(join(tmpdir(), 'playwright-acp-record-'));
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
    await runPlaywright(args, {
      [RECORD_VARIABLE]: JSON.stringify({ ...request, result } satisfies RecordRequest),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    const outcome = await readJson<RecordResult>(result);
    if (!outcome) throw commandErrors.setupNotReached(await errorsOf(report));
    return outcome.failed === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
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

async function runPlaywright(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [playwrightCli(), ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
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
