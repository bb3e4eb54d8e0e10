import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AgentConfig } from '../config/config.js';
import type { LogEvent, LogHeader } from '../log/event.js';
import { lostWork } from '../log/lost.js';
import { lostProcesses } from '../log/processes.js';
import { readLog } from '../log/read.js';
import { SessionLog } from '../log/session-log.js';
import { closingEvents } from '../log/unfinished.js';
import type { Client } from './client.js';
import { Session } from './session.js';
import { logFile, storedLog, workspaceFolder } from './store.js';

let lastCreated = 0;

/** Begins a session. Its log has its header line at once; `origin` is what that says of a sub-agent. */
export function createSession(
  cwd: string,
  config: AgentConfig,
  client: Client,
  origin: Pick<LogHeader, 'delegationDepth' | 'parentSession' | 'seedLength' | 'origin'> = { delegationDepth: 0 },
): Session {
  const id = randomUUID();
  // Never twice the same time, so that sessions can be put in the order of their creation.
  lastCreated = Math.max(Date.now(), lastCreated + 1);
  const log = SessionLog.create(logFile(id), { type: 'session', version: 0, id, createdAt: lastCreated, cwd, ...origin });
  return new Session(log, config, client);
}

/**
 * Goes on with a stored session, `undefined` where there is none: a sub-agent's is one only for its parent. What the
 * last process left undone is closed. Without a `cwd` it stays in its folder.
 */
export function openStored(
  sessionId: string,
  cwd: string | undefined,
  config: AgentConfig,
  client: Client,
  parentSession?: string,
): { session: Session; history: LogEvent[] } | undefined {
  const bytes = storedLog(sessionId);
  if (!bytes) return undefined;
  const file = logFile(sessionId);
  const { header, events, length, tornBytes } = readLog(bytes, file);
  if (header.parentSession !== parentSession) return undefined;
  const session = new Session(SessionLog.reopen(file, header, events, length), config, client);
  const appended: LogEvent[] = [];
  const lost = lostWork(events, header.seedLength);
  const closing = [...lost.events, ...closingEvents(events)];
  if (tornBytes > 0) {
    console.error(
      `session ${sessionId}: the last line of its log was not whole; ${tornBytes} bytes were cut off, the ${events.length} events before it are kept`,
    );
    appended.push(session.log.append({ type: 'session/repaired', data: { cutBytes: tornBytes } }));
  }
  for (const child of lost.children) {
    settleChild(child, cwd, config, client, sessionId);
    // After an interrupted flush nobody knows yet what of the copies is needed.
    if (!lost.recoveryRequired) rmSync(workspaceFolder(child), { recursive: true, force: true });
  }
  appended.push(...[...closing, ...lostProcesses(events)].map((event) => session.log.append(event)));
  if (cwd !== undefined && cwd !== session.state.cwd) appended.push(session.log.append({ type: 'session/cwd', data: { cwd } }));
  return { session: appended.length === 0 ? session : new Session(session.log, config, client), history: [...events, ...appended] };
}

/** A sub-agent whose parent's process ended: its own log is closed, and those of its own sub-agents. */
function settleChild(sessionId: string, cwd: string | undefined, config: AgentConfig, client: Client, parentSession: string): void {
  openStored(sessionId, cwd, config, client, parentSession)?.session.log.close();
}
