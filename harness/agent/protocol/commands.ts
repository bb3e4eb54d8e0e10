import type { AvailableCommand, ContentBlock } from '@agentclientprotocol/sdk';
import { SESSION_MODES } from '../config/config.js';
import { isMode } from '../session/options.js';
import type { Session } from '../session/session.js';

/** Slash commands that the agent answers itself, without a model call. */
export const COMMANDS: readonly AvailableCommand[] = [
  { name: 'mode', description: "Shows the session's mode, or sets another one", input: { hint: SESSION_MODES.join(' | ') } },
];

/** Runs the command that a prompt is, if it is one. */
export function runCommand(session: Session, prompt: readonly ContentBlock[]): boolean {
  const [only, second] = prompt;
  const written = only?.type === 'text' && second === undefined ? /^\/mode(?:\s+(\S+))?\s*$/u.exec(only.text) : null;
  if (!written) return false;
  const input = written[1] ?? '';
  session.record({ type: 'command/run', data: { name: 'mode', input, reply: setMode(session, input) } });
  return true;
}

function setMode(session: Session, mode: string): string {
  if (mode === '') return `The session is in mode "${session.state.mode}".`;
  if (!isMode(mode)) return `There is no mode "${mode}". Modes are ${SESSION_MODES.join(', ')}.`;
  if (mode !== session.state.mode) session.record({ type: 'session/mode', data: { mode, source: 'command' } });
  return `The session is in mode "${mode}" now.`;
}
