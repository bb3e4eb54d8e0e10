import type { Failure } from '../../schema/chunk.js';
import type { SessionLogEvent } from '../../schema/session-log.js';

/** A line of the session log as this agent writes it: always with its place and time. */
export interface LogEvent extends SessionLogEvent {
  seq: number;
  time: number;
}

/** What is handed to {@link SessionLog.append}: the log adds place and time. */
export interface NewEvent {
  type: string;
  data: Record<string, unknown>;
  /** Places of the events this one was made from. */
  sourceEventSeqs?: number[];
  /** `append`: the event adds a message to the conversation that the model sees. */
  surfaceOp?: 'append';
}

/** First line of a session log. */
export interface LogHeader {
  type: 'session';
  version: 0;
  id: string;
  createdAt: number;
  cwd: string;
  /** 0 for a session of the client, 1 for its sub-agents, and so on. */
  delegationDepth: number;
  /** Of a sub-agent: the session that started it. */
  parentSession?: string;
  /** Of a forked sub-agent: events inherited from its parent, before `session/end-seed`. */
  seedLength?: number;
  origin?: 'subagent';
}

/** How a turn ended, as `turn/end` carries it. */
export type TurnEndReason =
  | { kind: 'completed' | 'aborted' | 'max-tokens' | 'max-turn-requests' | 'refusal' }
  | { kind: 'error'; step: number; failure: Failure };
