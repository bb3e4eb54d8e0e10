import { AcpError } from './acp-error.js';

/** The command line of the reference agent holds something it does not know. */
export const agentArgument = (argument: string, why: string): AcpError =>
  new AcpError({
    code: 'ACP_AGENT_ARGUMENT',
    summary: `The reference agent does not understand "${argument}": ${why}.`,
    look: 'reference-agent --help',
  });

/** A config or overlay file of the reference agent is not as it must be. `key` is its dotted path in the file. */
export const agentConfig = (file: string, key: string, why: string): AcpError =>
  new AcpError({
    code: 'ACP_AGENT_CONFIG',
    summary: 'The reference agent cannot use this config.',
    facts: [
      ['file', file],
      ['key', key || '(the whole file)'],
      ['because', why],
    ],
    look: 'reference-agent --print-config prints a whole config that is valid',
  });

/** A session log is damaged before its last line, so that nothing may be guessed from it. */
export const damagedSessionLog = (file: string, line: number, why: string): AcpError =>
  new AcpError({
    code: 'ACP_AGENT_LOG_DAMAGED',
    summary: 'The session log is damaged and cannot be loaded; nothing of it was changed.',
    facts: [
      ['at', `${file}:${line}`],
      ['because', why],
    ],
  });

/** Output that a session log names is not in the folder beside it. */
export const missingBlob = (blobId: string, file: string): AcpError =>
  new AcpError({
    code: 'ACP_AGENT_BLOB_MISSING',
    summary: 'Output that the session log names is not there.',
    facts: [
      ['blob', blobId],
      ['file', file],
      ['because', 'the file was removed, or the log was copied without the folder beside it'],
    ],
    look: 'run the command again to have its output',
  });

/** Output that a session log names is not what was written. */
export const alteredBlob = (blobId: string, file: string, found: string): AcpError =>
  new AcpError({
    code: 'ACP_AGENT_BLOB_ALTERED',
    summary: 'Output that the session log names was altered after it was written; nothing of it is shown.',
    facts: [
      ['blob', blobId],
      ['file', file],
      ['because', `its bytes have the SHA-256 ${found}`],
    ],
    look: 'run the command again to have its output',
  });

/** A session has no interrupted merge that could be finished or abandoned. */
export const agentRecovery = (session: string, why: string): AcpError =>
  new AcpError({
    code: 'ACP_AGENT_RECOVERY',
    summary: 'There is nothing to recover.',
    facts: [
      ['session', session],
      ['because', why],
    ],
    look: '~/.reference-agent/sessions/<id>.jsonl: merge/started, and merge/ended with the outcome recovery_required',
  });
