import { randomUUID } from 'node:crypto';
import type { AgentConfig } from '../config/config.js';
import type { LogEvent } from '../log/event.js';
import { lostProcesses } from '../log/processes.js';
import { readLog } from '../log/read.js';
import { SessionLog } from '../log/session-log.js';
import { closingEvents } from '../log/unfinished.js';
import type { Client } from './client.js';
import { Session } from './session.js';
import { logFile, storedLog } from './store.js';

let lastCreated = 0;

/** Begins a session. Its log has its header line at once. */
export function createSession(cwd: string, config: AgentConfig, client: Client): Session {
  const id = randomUUID();
  // Never twice the same time, so that sessions can be put in the order of their creation.
  lastCreated = Math.max(Date.now(), lastCreated + 1);
  const log = SessionLog.create(logFile(id), { type: 'session', version: 0, id, createdAt: lastCreated, cwd, delegationDepth: 0 });
  return new Session(log, config, client);
}

/** Goes on with a stored session, `undefined` where there is none. What the last process left undone is closed. */
export function openStored(
  sessionId: string,
  cwd: string,
  config: AgentConfig,
  client: Client,
): { session: Session; history: LogEvent[] } | undefined {
  const bytes = storedLog(sessionId);
  if (!bytes) return undefined;
  const file = logFile(sessionId);
  const { header, events, length, tornBytes } = readLog(bytes, file);
  const session = new Session(SessionLog.reopen(file, header, events, length), config, client);
  const appended: LogEvent[] = [];
  const closing = closingEvents(events);
  if (tornBytes > 0) {
    console.error(
      `session ${sessionId}: the last line of its log was not whole; ${tornBytes} bytes were cut off, the ${events.length} events before it are kept`,
    );
    appended.push(session.log.append({ type: 'session/repaired', data: { cutBytes: tornBytes } }));
  }
  appended.push(...[...closing, ...lostProcesses(events)].map((event) => session.log.append(event)));
  if (cwd !== session.state.cwd) appended.push(session.log.append({ type: 'session/cwd', data: { cwd } }));
  return { session: appended.length === 0 ? session : new Session(session.log, config, client), history: [...events, ...appended] };
}
