import type { SessionModeId } from '../config/config.js';
import type { LogEvent } from './event.js';

/** What a session has come to, folded from its log: nothing of it is kept elsewhere. */
export interface SessionState {
  cwd: string;
  title?: string;
  mode: SessionModeId;
  /** Values of the other config options that were set. */
  options: Record<string, string>;
  /** Tools that the user allowed or rejected for good in this session. */
  remembered: Record<string, 'allow' | 'reject'>;
  /** Turns begun so far. */
  turns: number;
  updatedAt: number;
}

/** The state after one more event. */
export function foldEvent(state: SessionState, event: LogEvent): SessionState {
  const next = { ...state, updatedAt: event.time };
  const { data } = event;
  switch (event.type) {
    case 'turn/start':
      return { ...next, turns: data['turn'] as number };
    case 'session/title':
      return { ...next, title: data['title'] as string };
    case 'session/cwd':
      return { ...next, cwd: data['cwd'] as string };
    case 'session/mode':
      return { ...next, mode: data['mode'] as SessionModeId };
    case 'session/config':
      return { ...next, options: { ...next.options, [data['option'] as string]: data['value'] as string } };
    case 'permission/answer':
      if (data['scope'] !== 'session') return next;
      return { ...next, remembered: { ...next.remembered, [data['name'] as string]: data['decision'] as 'allow' | 'reject' } };
    default:
      return next;
  }
}
