import { AcpError } from './acp-error.js';

/** Failures of finding and reading the log that an agent of another make keeps. `file` is told as it lies below the profile's folder. */
export const sessionLogErrors = {
  damaged: (file: string, line: number | undefined, why: string) =>
    new AcpError({
      code: 'ACP_SESSION_LOG_DAMAGED',
      summary: "The agent's session log cannot be read; nothing of it was guessed.",
      facts: [
        ['at', line === undefined ? file : `${file}:${line}`],
        ['because', why],
      ],
      look: 'whether "sessionLog.format" of the agent profile names the format of this file',
    }),
  tooBig: (file: string, limit: number) =>
    new AcpError({
      code: 'ACP_SESSION_LOG_TOO_BIG',
      summary: `The agent's session log holds more than ${Math.round(limit / 2 ** 20)} MiB; no more of it is read.`,
      facts: [['file', file]],
      look: 'whether "sessionLog.files" of the agent profile matches more than the log',
    }),
  peerMissing: (packageName: string, format: string) =>
    new AcpError({
      code: 'ACP_SESSION_LOG_PACKAGE',
      summary: `A session log in the format "${format}" is read by the package ${packageName}, which is not installed.`,
      facts: [['install', `npm i -D ${packageName}`]],
    }),
  table: (file: string, what: string, known: readonly string[]) =>
    new AcpError({
      code: 'ACP_SESSION_LOG_TABLE',
      summary: 'The agent profile names a table or column that the session log does not hold.',
      facts: [
        ['file', file],
        ['named', what],
        ['holds', known.join(', ') || 'none'],
      ],
      look: '"sessionLog.tables" of the agent profile, and which version of the agent wrote the log',
    }),
  profile: (profile: string, file: string, why: string) =>
    new AcpError({
      code: 'ACP_SESSION_LOG_PROFILE',
      summary: `"sessionLog.session" of agent profile "${profile}" did not say which session a file belongs to.`,
      facts: [
        ['file', file],
        ['because', why],
      ],
      look: 'the function: it gives an id, or undefined for a file that is no session log',
    }),
} as const;
