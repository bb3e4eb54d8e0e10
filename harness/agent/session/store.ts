import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../environment.js';
import type { LogHeader } from '../log/event.js';

/** Bytes of a log's beginning that are looked at for a list: header and first title stand there. */
const HEAD_BYTES = 256 * 1024;

export interface SessionSummary {
  sessionId: string;
  cwd: string;
  title?: string;
  /** Milliseconds since the epoch, as is `updatedAt`. */
  createdAt: number;
  updatedAt: number;
}

const folder = (): string => join(stateFolder(), 'sessions');

export const logFile = (sessionId: string): string => join(folder(), `${sessionId}.jsonl`);

/** Where the copies of a sub-agent's folder lie, named after its session. */
export const workspaceFolder = (sessionId: string): string => join(stateFolder(), 'workspaces', sessionId);

/** The bytes of a session's log, or `undefined`. An id that is no plain name could lead out of the folder. */
export function storedLog(sessionId: string): Buffer | undefined {
  const file = logFile(sessionId);
  return /^[\w-]+$/u.test(sessionId) && existsSync(file) ? readFileSync(file) : undefined;
}

/** Every stored session of a client, the one that changed last first. Files that are no session logs are passed over. */
export function listStored(): SessionSummary[] {
  if (!existsSync(folder())) return [];
  const summaries = readdirSync(folder())
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => summary(join(folder(), name)));
  // A file system's clock is coarse: what it cannot tell apart stands in the order of creation.
  return summaries.toSorted((a, b) => b.updatedAt - a.updatedAt || b.createdAt - a.createdAt);
}

function summary(file: string): SessionSummary[] {
  const records = head(file).split('\n').flatMap(parsed);
  const header = records[0] as unknown as LogHeader | undefined;
  // A sub-agent's session is its parent's matter.
  if (header?.type !== 'session' || header.parentSession !== undefined) return [];
  const title = records.findLast((record) => record.type === 'session/title')?.data?.['title'];
  const { id: sessionId, cwd, createdAt } = header;
  return [{ sessionId, cwd, ...(typeof title === 'string' ? { title } : {}), createdAt, updatedAt: statSync(file).mtimeMs }];
}

function head(file: string): string {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** Only header and title lines are worth parsing; the last line may be cut off. */
function parsed(line: string): { type: string; data?: Record<string, unknown> }[] {
  if (!line.startsWith('{"type":"session')) return [];
  try {
    return [JSON.parse(line) as { type: string; data?: Record<string, unknown> }];
  } catch {
    return [];
  }
}
