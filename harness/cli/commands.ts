import { resolve } from 'node:path';
import { packageVersion } from '../../fixtures/places.js';
import { usageErrors } from '../errors/cli.js';
import { nearest } from '../scenario/nearest.js';
import { parseArguments, type Parsed } from './arguments.js';
import { check } from './check.js';
import { doctor } from './doctor/command.js';
import { faults } from './faults/command.js';
import { CHECK_HELP, EXIT_CODES, GENERAL_HELP, RECORD_HELP } from './help.js';
import { PROOF_COMMANDS } from './proof/commands.js';
import { record, type RecordArguments } from './record.js';
import { REVIEW_COMMANDS } from './review/commands.js';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  record: recordCommand,
  check: checkCommand,
  doctor,
  faults,
  ...PROOF_COMMANDS,
  ...REVIEW_COMMANDS,
};

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 refused or failed
 * @throws AcpError `ACP_CLI_COMMAND`, `ACP_CLI_OPTION`: wrong usage, exit code 2
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first !== undefined && !first.startsWith('-')) {
    const command = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
    if (!command) throw usageErrors.unknownCommand(first, nearest(first, Object.keys(COMMANDS)), Object.keys(COMMANDS));
    return command(rest);
  }
  const { values } = parseArguments(args, { ...HELP, version: { type: 'boolean', short: 'v' } });
  if (values['version']) return say(`${packageVersion()}\n`);
  if (values['help']) return say(GENERAL_HELP);
  throw usageErrors.noCommand();
}

const RECORD_OPTIONS = {
  ...HELP,
  config: { type: 'string', short: 'c' },
  dir: { type: 'string' },
  overwrite: { type: 'boolean' },
  reason: { type: 'string' },
  new: { type: 'string' },
  prompt: { type: 'string' },
  agent: { type: 'string' },
} as const;

async function recordCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, RECORD_OPTIONS, 'record');
  if (values['help']) return say(RECORD_HELP);
  const { config, dir, reason } = values;
  if (typeof reason === 'string' && reason.trim().length < 3) throw usageErrors.reasonTooShort();
  const create = newScenario(values, positionals);
  return record({
    scenarios: [...positionals],
    overwrite: values['overwrite'] === true,
    ...(typeof reason === 'string' && { reason: reason.trim() }),
    ...(create && { create }),
    ...(typeof config === 'string' && { config }),
    ...(typeof dir === 'string' && { dir: resolve(dir) }),
  });
}

async function checkCommand(args: readonly string[]): Promise<number> {
  const options = {
    ...HELP,
    config: { type: 'string', short: 'c' },
    dir: { type: 'string' },
    json: { type: 'boolean' },
    fix: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArguments(args, options, 'check');
  if (values['help']) return say(CHECK_HELP);
  const { config, dir } = values;
  return check({
    scenarios: [...positionals],
    fix: values['fix'] === true,
    json: values['json'] === true,
    ...(typeof config === 'string' && { config }),
    ...(typeof dir === 'string' && { dir: resolve(dir) }),
  });
}

function newScenario(values: Parsed['values'], positionals: readonly string[]): RecordArguments['create'] {
  const { new: name, prompt, agent } = values;
  if (typeof name !== 'string' && typeof prompt !== 'string') {
    if (agent !== undefined) throw usageErrors.agentWithoutNew();
    return undefined;
  }
  if (typeof name !== 'string' || typeof prompt !== 'string') throw usageErrors.newNeedsPrompt();
  if (positionals.length > 0) throw usageErrors.newAlone(`"${positionals[0]!}"`);
  if (values['overwrite'] === true) throw usageErrors.newAlone('"--overwrite"');
  return { name, prompt, ...(typeof agent === 'string' && { agent }) };
}

function say(text: string): number {
  process.stdout.write(text);
  return EXIT_CODES.done;
}
