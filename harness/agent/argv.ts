import { agentArgument } from '../errors/agent.js';

/** What the command line asks for. */
export interface Arguments {
  action: 'serve' | 'print-config' | 'version' | 'help' | 'finish' | 'abandon';
  /** Id of the session whose interrupted merges are finished or abandoned. */
  session?: string;
  /** Config file; the packaged live config where absent. */
  config?: string;
  /** File whose `provider` keys replace those of the config. */
  overlay?: string;
}

export const USAGE = `usage: reference-agent [--config FILE] [--overlay FILE] [--print-config | --finish SESSION | --abandon SESSION]

An agent that speaks the Agent Client Protocol (version 1) on stdin and stdout.

  --config FILE    the agent's one config file; default: the packaged live config
  --overlay FILE   JSON whose "provider" keys replace those of the config; nothing else may differ
  --print-config   print the resolved config as JSON and end
  --finish ID      of the session ID, bring what is missing of interrupted merges into its folder, and end
  --abandon ID     of the session ID, put back what was in its folder before interrupted merges, and end
  --version        print the version and end
  --help           print this and end
`;

const ACTIONS: Readonly<Record<string, Arguments['action']>> = {
  '--print-config': 'print-config',
  '--version': 'version',
  '--help': 'help',
};

/**
 * Reads the arguments after the program's name.
 *
 * @throws AcpError `ACP_AGENT_ARGUMENT` for anything unknown, repeated or without its value.
 * @example
 * parseArguments(['--overlay', '/run/overlay.json']); // { action: 'serve', overlay: '/run/overlay.json' }
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const parsed: Arguments = { action: 'serve' };
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] as string;
    const action = ACTIONS[argument];
    if (action) {
      if (parsed.action !== 'serve') throw agentArgument(argument, 'only one action may be given');
      parsed.action = action;
      continue;
    }
    if (argument === '--finish' || argument === '--abandon') {
      if (parsed.action !== 'serve') throw agentArgument(argument, 'only one action may be given');
      parsed.action = argument === '--finish' ? 'finish' : 'abandon';
      parsed.session = valueOf(argument, argv[++at], 'the id of a session');
      continue;
    }
    if (argument !== '--config' && argument !== '--overlay') throw agentArgument(argument, 'no such option');
    const key = argument === '--config' ? 'config' : 'overlay';
    const value = valueOf(argument, argv[++at], 'a file');
    if (parsed[key] !== undefined) throw agentArgument(argument, 'it was given twice');
    parsed[key] = value;
  }
  return parsed;
}

function valueOf(argument: string, value: string | undefined, what: string): string {
  if (value === undefined || value === '' || value.startsWith('--')) throw agentArgument(argument, `${what} must follow`);
  return value;
}
