import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { usageErrors } from '../errors/cli.js';
import { nearest } from '../scenario/nearest.js';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface Parsed {
  values: Readonly<Record<string, string | boolean | undefined>>;
  /** Every value of each option that may be repeated. */
  lists: Readonly<Record<string, readonly string[]>>;
  positionals: readonly string[];
}

/**
 * `node:util`'s parseArgs with an error of ours, naming the nearest option, for whatever is not known.
 * @throws AcpError `ACP_CLI_OPTION`
 */
export function parseArguments(args: readonly string[], options: Options, command = ''): Parsed {
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw usageErrors.unknownOption(token.rawName, command, nearestOption(token.name, options));
    if (
      option.type === 'string' &&
      (token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('-')))
    )
      throw usageErrors.missingValue(token.rawName);
    if (option.type === 'boolean' && token.value !== undefined) throw usageErrors.unwantedValue(token.rawName);
  }
  const lists: Record<string, string[]> = {};
  const single: Record<string, string | boolean | undefined> = {};
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) lists[name] = value.map(String);
    else single[name] = value;
  }
  return { values: single, lists, positionals };
}

function nearestOption(name: string, options: Options): string | undefined {
  const found = nearest(name, Object.keys(options));
  return found === undefined ? undefined : `--${found}`;
}
