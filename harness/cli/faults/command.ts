import { resolve } from 'node:path';
import { PROOF_VARIABLE } from '../../../fixtures/proof-request.js';
import type { ProofRequest, ProofResult } from '../../../fixtures/proof-request.js';
import { AcpError } from '../../errors/acp-error.js';
import { usageErrors } from '../../errors/cli.js';
import { parseFault } from '../../faults/index.js';
import type { FaultTable } from '../../run/index.js';
import { parseArguments } from '../arguments.js';
import { askPlaywright } from '../ask-playwright.js';
import { EXIT_CODES } from '../help.js';
import { FAULTS_HELP } from './help.js';
import { tellFaults } from './tell.js';

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  config: { type: 'string', short: 'c' },
  dir: { type: 'string' },
  json: { type: 'boolean' },
  fault: { type: 'string', multiple: true },
  call: { type: 'string' },
  times: { type: 'string' },
  wait: { type: 'string' },
} as const;

/** Prints what an agent makes of each fault of its provider. @returns the exit code */
export async function faults(args: readonly string[]): Promise<number> {
  const { values, lists, positionals } = parseArguments(args, OPTIONS, 'faults');
  if (values['help']) {
    process.stdout.write(FAULTS_HELP);
    return EXIT_CODES.done;
  }
  if (positionals.length === 0) throw usageErrors.faultsNeedScenario();
  const { config, dir } = values;
  const json = values['json'] === true;
  const wait = secondsOf('--wait', values['wait']);
  const { reports, errors } = await askPlaywright<ProofResult<FaultTable>>({
    variable: PROOF_VARIABLE,
    request: {
      command: 'faults',
      full: false,
      seed: 0,
      scenarios: [...positionals],
      ...(typeof dir === 'string' && { dir: resolve(dir) }),
      faults: {
        ...(lists['fault'] && { names: lists['fault'].map(known) }),
        ...countOf('call', values['call']),
        ...countOf('times', values['times']),
        ...(wait !== undefined && { wait: wait * 1000 }),
      },
    } satisfies Omit<ProofRequest, 'result'>,
    config: typeof config === 'string' ? config : undefined,
    undone: 'No fault was tried',
    output: json ? 'stderr' : 'stdout',
  });
  for (const { scenario, message } of errors) process.stderr.write(`${scenario}\n${message}\n`);
  process.stdout.write(json ? `${JSON.stringify({ tables: reports, errors }, null, 2)}\n` : reports.map(tellFaults).join('\n'));
  const sound = errors.length === 0 && reports.every(({ rows }) => rows.every(({ wrong }) => wrong === undefined));
  return sound ? EXIT_CODES.done : EXIT_CODES.failed;
}

/** A fault that is none is told before anything is booted. */
function known(name: string): string {
  try {
    return parseFault(name).text;
  } catch (error) {
    throw error instanceof AcpError ? usageErrors.unknownFault(error.problem) : error;
  }
}

function countOf(name: 'call' | 'times', value: string | boolean | undefined): Partial<Record<typeof name, number>> {
  if (value === undefined) return {};
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) throw usageErrors.notANumber(`--${name}`, String(value));
  return { [name]: count };
}

function secondsOf(option: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (!(Number.isFinite(seconds) && seconds > 0)) throw usageErrors.notSeconds(option, String(value));
  return seconds;
}
