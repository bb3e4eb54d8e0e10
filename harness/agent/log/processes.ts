import type { CommandEnd } from '../processes/command.js';
import type { LogEvent, NewEvent } from './event.js';

/**
 * What the log says of a command. One that runs beside the turns has a `process/start`; every command has a
 * `process/end`, once its end was told.
 */
export type ProcessNote =
  | { type: 'process/start'; process: number; command: string; pid?: number }
  | ({ type: 'process/end'; process: number; command: string; blobId?: string } & CommandEnd);

/** A command, as the log has it. */
export interface LoggedProcess {
  process: number;
  command: string;
  /** Absent while nobody has seen its end. */
  end?: CommandEnd;
  /** Its whole output, where that was too long for the log. */
  blobId?: string;
}

/** `at` says in which step and call it was told; nothing where the session was closed. */
export const processEvent = ({ type, ...data }: ProcessNote, at: Record<string, unknown> = {}): NewEvent => ({
  type,
  data: { ...at, ...data },
});

/** Every command of a session, in the order of their numbers. */
export function processesFromLog(events: readonly LogEvent[]): LoggedProcess[] {
  const found = new Map<number, LoggedProcess>();
  for (const { type, data } of events) {
    if (type !== 'process/start' && type !== 'process/end') continue;
    const { process, command, blobId } = data as unknown as LoggedProcess;
    found.set(process, { process, command, ...(type === 'process/end' ? { end: endIn(data) } : {}), ...(blobId ? { blobId } : {}) });
  }
  return [...found.values()].toSorted((a, b) => a.process - b.process);
}

function endIn({ turn: _t, step: _s, callId: _c, process: _p, command: _l, blobId: _b, ...end }: Record<string, unknown>): CommandEnd {
  return end as CommandEnd;
}

/** What has to be appended to a log whose process ended while commands ran beside the turns. */
export const lostProcesses = (events: readonly LogEvent[]): NewEvent[] =>
  processesFromLog(events)
    .filter(({ end }) => end === undefined)
    .map(({ process, command }) => processEvent({ type: 'process/end', process, command, state: 'lost' }));
