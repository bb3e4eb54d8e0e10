import type * as z from 'zod';
import type { InputStep, promptOutcome } from '../schema/index.js';
import type { Client } from './client.js';

export type PromptOutcome = z.infer<typeof promptOutcome>;

export interface DriveContext {
  /** Named in errors, with the line: `tests/snapshots/cancel/input.jsonl`. */
  file: string;
  /** Folder of the agent's session logs, for `log` triggers. */
  logs?: string;
  /** How many model calls the agent has made, for `call` triggers. Absent where no provider of ours is asked. */
  modelCalls?: () => Promise<number>;
  clientInfo?: Record<string, unknown>;
  /** Wraps every step, e.g. in a step of the test runner. */
  onStep?: (step: InputStep, line: number, body: () => Promise<void>) => Promise<void>;
  /** Silence in ms to wait for after the last response, so that late frames are seen. 25 where absent; 0 for none. */
  quiescence?: number;
}

/** What the steps of one input share. */
export interface DriveState {
  readonly client: Client;
  readonly context: DriveContext;
  /** Session ids by alias. */
  readonly sessions: Map<string, string>;
  /** Frames before this index of the tap have been waited for already. */
  mark: number;
}

export function openSession(state: DriveState, alias: string, id: string): void {
  state.sessions.set(alias, id);
  state.client.nameSession(id, alias);
}
