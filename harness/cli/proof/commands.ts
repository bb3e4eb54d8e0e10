import { resolve } from 'node:path';
import { usageErrors } from '../../errors/cli.js';
import { parseArguments } from '../arguments.js';
import { EXIT_CODES } from '../help.js';
import { MUTATE_HELP, PROVE_HELP } from './help.js';
import { mutate } from './mutate.js';
import { prove } from './prove.js';

const COMMON = {
  help: { type: 'boolean', short: 'h' },
  config: { type: 'string', short: 'c' },
  dir: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The commands that ask whether a green suite means anything. */
export const PROOF_COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async mutate(args) {
    const parsed = parseArguments(args, { ...COMMON, full: { type: 'boolean' }, seed: { type: 'string' } }, 'mutate');
    if (parsed.values['help']) return say(MUTATE_HELP);
    return mutate({ ...commonOf(parsed), full: parsed.values['full'] === true, seed: seedOf(parsed.values['seed']) });
  },
  async prove(args) {
    const parsed = parseArguments(args, COMMON, 'prove');
    if (parsed.values['help']) return say(PROVE_HELP);
    return prove(commonOf(parsed));
  },
};

/** What both commands are told. */
export interface ProofArguments {
  scenarios: string[];
  json: boolean;
  config?: string;
  dir?: string;
}

function commonOf({ values, positionals }: ReturnType<typeof parseArguments>): ProofArguments {
  const { config, dir } = values;
  return {
    scenarios: [...positionals],
    json: values['json'] === true,
    ...(typeof config === 'string' && { config }),
    ...(typeof dir === 'string' && { dir: resolve(dir) }),
  };
}

function seedOf(value: string | boolean | undefined): number {
  if (value === undefined) return Date.now() % 2 ** 31;
  const seed = Number(value);
  if (!Number.isSafeInteger(seed) || seed < 0) throw usageErrors.notANumber('--seed', String(value));
  return seed;
}

function say(text: string): number {
  process.stdout.write(text);
  return EXIT_CODES.done;
}
