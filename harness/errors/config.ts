import { AcpError } from './acp-error.js';

const configError = (code: `ACP_CONFIG_${string}`, summary: string, fix: string, facts: readonly (readonly [string, string])[] = []) =>
  new AcpError({ code, summary, facts: [...facts, ['fix', fix]] });

/** What can be wrong with the `acp` key of a Playwright config. */
export const configErrors = {
  missing: () =>
    configError(
      'ACP_CONFIG_MISSING',
      'The Playwright config has no "acp" key.',
      "use defineConfig from 'playwright-acp/config' and give it acp: { agents: […] }",
    ),
  unknownKey: (key: string, where: string, nearest: string | undefined) =>
    configError(
      'ACP_CONFIG_UNKNOWN_KEY',
      `Unknown key "${key}" in ${where}.`,
      nearest === undefined ? 'remove it' : `did you mean "${nearest}"?`,
    ),
  invalid: (where: string, wanted: string) =>
    configError('ACP_CONFIG_INVALID', `${where} must be ${wanted}.`, 'correct it in the Playwright config'),
  agentTwice: (name: string) =>
    configError('ACP_CONFIG_AGENT_TWICE', `Two agent profiles are named "${name}".`, 'give each profile its own name'),
  unknownAgent: (name: string, place: string, known: readonly string[], nearest: string | undefined) =>
    configError(
      'ACP_CONFIG_UNKNOWN_AGENT',
      `No agent profile is named "${name}".`,
      nearest === undefined ? 'add the profile to acp.agents in the Playwright config' : `did you mean "${nearest}"?`,
      [
        ['at', place],
        ['profiles', known.length > 0 ? known.join(', ') : 'none'],
      ],
    ),
  chooseAgent: (known: readonly string[]) =>
    configError('ACP_CONFIG_UNKNOWN_AGENT', 'The config has several agents, and a new scenario has one.', 'name it with --agent', [
      ['profiles', known.join(', ')],
    ]),
  buildFailed: (agent: string, command: readonly string[], output: string) =>
    configError('ACP_CONFIG_BUILD_FAILED', `The build of agent "${agent}" failed.`, 'run the command by hand', [
      ['command', command.join(' ')],
      ['output', output],
    ]),
  buildInputMissing: (agent: string, input: string) =>
    configError(
      'ACP_CONFIG_BUILD_INPUT',
      `The build of agent "${agent}" names an input that does not exist.`,
      'correct build.inputs of the profile',
      [['input', input]],
    ),
} as const;
