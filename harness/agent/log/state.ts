import type { SessionModeId } from '../config/config.js';
import type { LogEvent } from './event.js';

/** A sub-agent as its parent's log tells of it. */
export interface StartedSubagent {
  /** What the model calls it by: `agent-1`, `agent-2`, … */
  name: string;
  session: string;
  /** Whether the parent may go on with it. */
  kept: boolean;
  /** The parent's turns that started it or went on with it. */
  turns: number[];
  /** It runs, as far as the log tells. */
  running: boolean;
}

/** What a session has come to, folded from its log: nothing of it is kept elsewhere. */
export interface SessionState {
  cwd: string;
  title?: string;
  mode: SessionModeId;
  /** Values of the other config options that were set. */
  options: Record<string, string>;
  /** Tools that the user allowed or rejected for good in this session. */
  remembered: Record<string, 'allow' | 'reject'>;
  /** Sub-agents that this session started, in order. */
  subagents: StartedSubagent[];
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
    case 'subagent/started':
      return { ...next, subagents: [...next.subagents, startedSubagent(data)] };
    case 'subagent/continued':
      return { ...next, subagents: next.subagents.map((agent) => (agent.name === data['name'] ? continued(agent, data) : agent)) };
    case 'subagent/ended':
      return { ...next, subagents: next.subagents.map((agent) => (agent.name === data['name'] ? { ...agent, running: false } : agent)) };
    default:
      return next;
  }
}

function startedSubagent(data: Record<string, unknown>): StartedSubagent {
  const { name, childSession, kept, turn } = data as { name: string; childSession: string; kept: boolean; turn: number };
  return { name, session: childSession, kept, turns: [turn], running: true };
}

const continued = (agent: StartedSubagent, data: Record<string, unknown>): StartedSubagent => ({
  ...agent,
  turns: [...agent.turns, data['turn'] as number],
  running: true,
});
