import { AcpError } from './acp-error.js';

const FORM = '`export default { profile, version, replies }`; tests/agents/ has examples';

/** What can be wrong with a module that `npm run test:agents` is given. */
export const agentsErrors = {
  usage: (reason: string) =>
    new AcpError({
      code: 'ACP_AGENTS_USAGE',
      summary: 'The command line of test:agents cannot be read.',
      facts: [
        ['reason', reason],
        ['fix', 'npm run test:agents -- [<name>…] [--agent <module>]… [--replays <n>] [--out <file>]'],
      ],
    }),
  unknownName: (name: string, nearest: string | undefined, known: readonly string[]) =>
    new AcpError({
      code: 'ACP_AGENTS_UNKNOWN',
      summary: `No agent of this repository is named "${name}".`,
      facts: [
        ['agents', known.join(', ')],
        ['fix', nearest === undefined ? 'an agent from elsewhere is named with --agent <module>' : `did you mean "${nearest}"?`],
      ],
    }),
  noModule: (file: string) =>
    new AcpError({
      code: 'ACP_AGENTS_MODULE_NOT_FOUND',
      summary: 'The module of --agent does not exist.',
      facts: [
        ['module', file],
        ['fix', 'give its path, from the folder that npm was called in, or absolute'],
      ],
    }),
  notLoaded: (file: string, reason: string) =>
    new AcpError({
      code: 'ACP_AGENTS_MODULE',
      summary: 'The module of an agent cannot be loaded.',
      facts: [
        ['module', file],
        ['reason', reason],
        ['fix', 'it has to be a JavaScript module (.mjs) that imports what is installed beside it, or playwright-acp/config'],
      ],
    }),
  noDefault: (file: string) =>
    new AcpError({
      code: 'ACP_AGENTS_NO_DEFAULT',
      summary: 'The module of an agent has no default export that is an object.',
      facts: [
        ['module', file],
        ['fix', FORM],
      ],
    }),
  unknownKey: (file: string, key: string, nearest: string | undefined) =>
    new AcpError({
      code: 'ACP_AGENTS_UNKNOWN_KEY',
      summary: `Unknown key "${key}" in the module of an agent.`,
      facts: [
        ['module', file],
        ['fix', nearest === undefined ? FORM : `did you mean "${nearest}"?`],
      ],
    }),
  invalid: (file: string, key: string, wanted: string) =>
    new AcpError({
      code: 'ACP_AGENTS_INVALID',
      summary: `In the module of an agent, "${key}" must be ${wanted}.`,
      facts: [
        ['module', file],
        ['fix', FORM],
      ],
    }),
} as const;
