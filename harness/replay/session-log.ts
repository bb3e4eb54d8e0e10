import { unreadableLog } from '../errors/replay.js';
import { parseJsonl, type JsonlLine } from '../jsonl/index.js';
import { sessionLogEvent, sessionLogHeader, type SessionLog, type SessionLogEvent } from '../schema/session-log.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

/** A session log with the line in its file of every event; the events unpacked from one row share its line. */
export interface ParsedSessionLog extends SessionLog {
  lines: number[];
}

/**
 * Reads a session log and unpacks its `*-chunks` rows into single `assistant/chunk` events.
 *
 * @throws AcpError `ACP_JSONL_*` or `ACP_REPLAY_LOG` with file and line: no header, another version, an event without
 * a type, a gap in `seq` (which counts unpacked events) where the log carries it.
 */
export function parseSessionLog(text: string, file: string): ParsedSessionLog {
  const [first, ...rows] = parseJsonl(text, file);
  if (!first) throw unreadableLog(`${file}:1`, 'the session log is empty.', 'the first line is a record of type "session"');
  const log: ParsedSessionLog = { header: parseHeader(first, file), events: [], lines: [] };
  for (const row of rows) {
    for (const unpacked of unpack(parseEvent(row, file))) {
      checkSeq(unpacked, log.events.at(-1), `${file}:${row.line}`);
      log.events.push(unpacked);
      log.lines.push(row.line);
    }
  }
  return log;
}

function parseHeader(first: JsonlLine, file: string): SessionLog['header'] {
  const version = (first.value as { version?: unknown } | null)?.version;
  if (version !== undefined && version !== 0)
    throw unreadableLog(`${file}:1`, `the session log is of version ${JSON.stringify(version)}; version 0 is known.`);
  const header = sessionLogHeader.safeParse(first.value, UNCOMPILED);
  if (header.success) return header.data;
  const issue = header.error.issues[0]!;
  throw unreadableLog(
    `${file}:1`,
    `not a session log header: ${issue.path.join('.')} ${issue.message}`,
    'the first line is a record of type "session"',
  );
}

function parseEvent({ value, line }: JsonlLine, file: string): SessionLogEvent {
  if (isPlainEvent(value)) return value;
  const event = sessionLogEvent.safeParse(value, UNCOMPILED);
  if (event.success) return event.data;
  const issue = event.error.issues[0]!;
  throw unreadableLog(`${file}:${line}`, `not a session log event: ${issue.path.join('.')} ${issue.message}`);
}

/** What nearly every row is. The schema says the same and why where it is not, but takes ten times as long: logs hold 50,000 rows. */
function isPlainEvent(value: unknown): value is SessionLogEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { type, data, seq, time, sourceEventSeqs, surfaceOp } = value as Record<string, unknown>;
  if (sourceEventSeqs !== undefined || surfaceOp !== undefined) return false;
  const isNumbered =
    (seq === undefined || (Number.isInteger(seq) && (seq as number) >= 0)) && (time === undefined || typeof time === 'number');
  return typeof type === 'string' && isNumbered && typeof data === 'object' && data !== null && !Array.isArray(data);
}

const PACKED: Record<string, (row: Record<string, unknown>, piece: string) => Record<string, unknown>> = {
  'text-chunks': (row, text) => ({ type: 'text-delta', index: row['index'], text }),
  'reasoning-chunks': (row, text) => ({ type: 'reasoning-delta', index: row['index'], text }),
  'tool-call-chunks': (row, argumentsDelta) => ({
    type: 'tool-call-delta',
    index: row['index'],
    id: row['id'],
    name: row['name'],
    argumentsDelta,
  }),
};

/** The array of a packed row that holds its pieces. */
export function packedPieces(event: { type: string; data: Record<string, unknown> }): string[] | undefined {
  if (!Object.hasOwn(PACKED, event.type)) return undefined;
  const pieces = event.type === 'tool-call-chunks' ? event.data['args'] : event.data['texts'];
  return Array.isArray(pieces) ? (pieces as string[]) : undefined;
}

/** A packed row keeps its first event's seq and time; `dt` are the milliseconds between its pieces. */
function unpack(event: SessionLogEvent): SessionLogEvent[] {
  const pieces = packedPieces(event);
  if (!pieces) return [event];
  const { turn, step, dt } = event.data;
  let time = event.time;
  return pieces.map((piece, at) => {
    if (at > 0 && time !== undefined) time += Number((dt as unknown[] | undefined)?.[at - 1] ?? 0);
    return {
      type: 'assistant/chunk',
      ...(event.seq !== undefined && { seq: event.seq + at }),
      ...(time !== undefined && { time }),
      data: { turn, step, chunk: PACKED[event.type]!(event.data, piece) },
    };
  });
}

function checkSeq(event: SessionLogEvent, before: SessionLogEvent | undefined, place: string): void {
  if (event.seq === undefined) return;
  const expected = before ? (before.seq === undefined ? undefined : before.seq + 1) : 0;
  if (expected !== undefined && event.seq !== expected)
    throw unreadableLog(place, `seq is ${event.seq}, expected ${expected}.`, 'a line that was lost or moved');
}
