import { resolve } from 'node:path';
import { packageVersion } from '../../fixtures/places.js';
import { usageErrors } from '../errors/cli.js';
import { nearest } from '../scenario/nearest.js';
import { parseArguments } from './arguments.js';
import { check } from './check.js';
import { CHECK_HELP, EXIT_CODES, GENERAL_HELP, RECORD_HELP } from './help.js';
import { PROOF_COMMANDS } from './proof/commands.js';
import { record } from './record.js';
import { REVIEW_COMMANDS } from './review/commands.js';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  record: recordCommand,
  check: checkCommand,
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

async function recordCommand(args: readonly string[]): Promise<number> {
  const options = { ...HELP, config: { type: 'string', short: 'c' }, dir: { type: 'string' }, overwrite: { type: 'boolean' } } as const;
  const { values, positionals } = parseArguments(args, options, 'record');
  if (values['help']) return say(RECORD_HELP);
  const { config, dir } = values;
  return record({
    scenarios: [...positionals],
    overwrite: values['overwrite'] === true,
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

function say(text: string): number {
  process.stdout.write(text);
  return EXIT_CODES.done;
}
