import { AcpError, type Problem } from './acp-error.js';

/** Wrong usage of the command line: exit code 2. */
export class UsageError extends AcpError {}

export const usageErrors = {
  unknownCommand: (command: string, nearest: string | undefined, known: readonly string[]) =>
    new UsageError({
      code: 'ACP_CLI_COMMAND',
      summary: `Unknown command "${command}".`,
      facts: [
        ['commands', known.join(', ')],
        ['fix', nearest === undefined ? 'see playwright-acp --help' : `did you mean "${nearest}"?`],
      ],
    }),
  unknownOption: (option: string, command: string, nearest: string | undefined) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: `Unknown option "${option}".`,
      facts: [['fix', nearest === undefined ? `see playwright-acp ${command} --help`.replace('  ', ' ') : `did you mean "${nearest}"?`]],
    }),
  missingValue: (option: string) =>
    new UsageError({ code: 'ACP_CLI_OPTION', summary: `Option "${option}" needs a value.`, facts: [['fix', `${option} <value>`]] }),
  unwantedValue: (option: string) =>
    new UsageError({ code: 'ACP_CLI_OPTION', summary: `Option "${option}" takes no value.`, facts: [['fix', `leave it at ${option}`]] }),
  notANumber: (option: string, value: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: `Option "${option}" takes a whole number, not "${value}".`,
      facts: [['fix', `${option} 42`]],
    }),
  notSeconds: (option: string, value: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: `Option "${option}" takes a number of seconds above 0, not "${value}".`,
      facts: [['fix', `${option} 15`]],
    }),
  unknownFault: ({ summary, facts = [] }: Problem) => new UsageError({ code: 'ACP_CLI_OPTION', summary, facts }),
  faultsNeedScenario: () =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'No scenario is named.',
      facts: [['fix', 'playwright-acp faults my-scenario']],
      look: 'each fault boots the agent once; name the scenarios it is worth it for',
    }),
  doctorNeedsCommand: () =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'The agent\'s command stands behind "--".',
      facts: [['fix', 'playwright-acp doctor -- my-agent --acp']],
    }),
  doctorExists: (file: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'Nothing was written: a file is there already.',
      facts: [
        ['file', file],
        ['fix', 'name another one with --write, or remove it'],
      ],
    }),
  notAnAssignment: (option: string, value: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: `Option "${option}" takes NAME=value, not "${value}".`,
      facts: [['fix', `${option} MY_AGENT_MODE=test`]],
    }),
  notANodeRange: (option: string, value: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: `Option "${option}" takes a range of Node versions, not "${value}".`,
      facts: [['fix', `${option} ">=24"`]],
    }),
  doctorTemplate: (file: string, reason: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'The template of "--file" cannot be read.',
      facts: [
        ['file', file],
        ['reason', reason],
        ['fix', '--file "{{home}}/.agent/config.json=config.template.json"'],
      ],
    }),
  newNeedsPrompt: () =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'Option "--new" needs "--prompt", and the other way round.',
      facts: [['fix', 'playwright-acp record --new <name> --prompt "<what to ask the agent>"']],
    }),
  newAlone: (option: string) =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: `Option "--new" makes one scenario from nothing and does not go together with ${option}.`,
      facts: [['fix', 'playwright-acp record --new <name> --prompt "<what to ask the agent>"']],
    }),
  agentWithoutNew: () =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'Option "--agent" belongs to "--new": a scenario that exists names its agent itself.',
      facts: [['fix', 'change "agent" in the header of its input.jsonl']],
    }),
  reasonTooShort: () =>
    new UsageError({
      code: 'ACP_CLI_OPTION',
      summary: 'Option "--reason" needs a reason: three characters at least.',
      facts: [['fix', '--reason "the prompt asks for a table now"']],
    }),
  noCommand: () =>
    new UsageError({ code: 'ACP_CLI_COMMAND', summary: 'No command was given.', facts: [['fix', 'see playwright-acp --help']] }),
} as const;

/** A command could not even begin: exit code 1. */
export const commandErrors = {
  noPlaywright: (folder: string) =>
    new AcpError({
      code: 'ACP_CLI_NO_PLAYWRIGHT',
      summary: '@playwright/test is not installed here.',
      facts: [
        ['folder', folder],
        ['fix', 'run it in the folder of your Playwright config, after npm i -D @playwright/test'],
      ],
    }),
  newExists: (name: string, directory: string) =>
    new AcpError({
      code: 'ACP_RECORD_NEW_EXISTS',
      summary: `A scenario "${name}" exists already; --new makes one from nothing.`,
      facts: [
        ['directory', directory],
        ['fix', `record it with playwright-acp record ${name} (and --overwrite to replace it), or choose another name`],
      ],
    }),
  setupNotReached: (undone: string, reasons: readonly string[]) =>
    new AcpError({
      code: 'ACP_CLI_CONFIG',
      summary: `${undone}: Playwright did not get to the config's agents.`,
      facts: [
        ...reasons.map((reason) => ['Playwright', reason] as const),
        ['fix', "name the config with --config, and build it with defineConfig from 'playwright-acp/config'"],
      ],
    }),
} as const;
