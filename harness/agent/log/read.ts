import { damagedSessionLog } from '../../errors/agent.js';
import type { LogEvent, LogHeader } from './event.js';

/** What a session log file holds. */
export interface ReadLog {
  header: LogHeader;
  events: LogEvent[];
  /** Bytes up to the end of the last good line. */
  length: number;
  /** Bytes behind them: a last line that was cut off while it was written. */
  tornBytes: number;
}

/**
 * Reads a session log. A last line that is not whole is left out and counted; any other damage is an error, because
 * nothing may be guessed from a record with a hole.
 *
 * @throws AcpError `ACP_AGENT_LOG_DAMAGED`.
 */
export function readLog(bytes: Buffer, file: string): ReadLog {
  const records: unknown[] = [];
  let length = 0;
  for (let line = 1; length < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, length);
    const end = newline === -1 ? bytes.length : newline;
    const last = newline === -1 || newline === bytes.length - 1;
    const record = newline === -1 ? undefined : parse(bytes.subarray(length, end));
    if (record === undefined) {
      if (last && line > 1) break;
      throw damagedSessionLog(file, line, line === 1 ? 'its first line is not whole' : 'the line is not JSON');
    }
    const wrong = line === 1 ? headerFault(record) : eventFault(record, line - 2);
    if (wrong !== undefined) throw damagedSessionLog(file, line, wrong);
    records.push(record);
    length = newline + 1;
  }
  if (records.length === 0) throw damagedSessionLog(file, 1, 'it is empty');
  const [header, ...events] = records as [LogHeader, ...LogEvent[]];
  return { header, events, length, tornBytes: bytes.length - length };
}

function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function headerFault(record: Record<string, unknown>): string | undefined {
  if (record['type'] !== 'session') return 'the first line is no session header';
  if (record['version'] !== 0) return `version ${JSON.stringify(record['version'])} is not known; this agent reads version 0`;
  return typeof record['id'] === 'string' && typeof record['cwd'] === 'string' ? undefined : 'the session header lacks its id or cwd';
}

function eventFault(record: Record<string, unknown>, seq: number): string | undefined {
  if (typeof record['type'] !== 'string' || typeof record['data'] !== 'object' || record['data'] === null) return 'the line is no event';
  if (record['seq'] !== seq) return `seq ${JSON.stringify(record['seq'])} stands where ${seq} has to`;
  return typeof record['time'] === 'number' ? undefined : 'the event has no time';
}
