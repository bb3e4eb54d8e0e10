import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { SessionState } from '../log/state.js';
import type { Tool } from '../toolbox/tool.js';

/** What the session's mode and the user's earlier answers say of a tool. */
export type Verdict = { kind: 'run' } | { kind: 'ask' } | { kind: 'refuse'; why: string };

export function verdictOn({ changes, schema: { name } }: Tool, { mode, remembered }: SessionState): Verdict {
  if (!changes) return { kind: 'run' };
  if (mode === 'read-only') return { kind: 'refuse', why: `Refused: the session is in read-only mode, in which ${name} may not be used.` };
  if (remembered[name] === 'reject') return { kind: 'refuse', why: rejection(name, true) };
  return mode === 'auto' || remembered[name] === 'allow' ? { kind: 'run' } : { kind: 'ask' };
}

/** What the model is told of a call that the user did not allow. */
export const rejection = (name: string, always: boolean): string =>
  always
    ? `The user rejected ${name} for the whole session. Do not try it again.`
    : `The user rejected this call of ${name}. Ask what to do instead, or go on without it.`;

export const PERMISSION_OPTIONS = [
  { optionId: 'allow-once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Allow for this session', kind: 'allow_always' },
  { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
  { optionId: 'reject-always', name: 'Reject for this session', kind: 'reject_always' },
] as const satisfies PermissionOption[];
