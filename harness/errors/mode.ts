import { AcpError } from './acp-error.js';

/** `UPDATE_REPLAY` holds something that is neither on nor off: guessing could write files nobody asked for. */
export function updateReplayMisspelt(value: string): AcpError {
  return new AcpError({
    code: 'ACP_MODE_UPDATE_REPLAY',
    summary: 'The environment variable UPDATE_REPLAY holds a value that means nothing.',
    facts: [
      ['UPDATE_REPLAY', JSON.stringify(value)],
      ['known', '1 (refresh), 0 or empty (off)'],
    ],
    look: 'the shell or script that sets UPDATE_REPLAY',
  });
}
