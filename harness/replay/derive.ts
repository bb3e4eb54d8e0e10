import { unreadableLog, unterminatedCall } from '../errors/replay.js';
import { streamChunk, type StreamChunk } from '../schema/chunk.js';
import type { ReplayEntry } from '../schema/replay.js';
import type { SessionLog, SessionLogEvent } from '../schema/session-log.js';
import type { ParsedSessionLog } from './session-log.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

/** An entry, the line of the log its last chunk stands on, and the complaint that holds until an override replaces it. */
export interface DerivedEntry {
  entry: ReplayEntry;
  line: number;
  unterminated?: Error;
}

/**
 * The model's side of a recorded session: one entry per model call. An entry ends at its `finish`, whatever its kind,
 * because retries share a step. Chunks without one are a `hang` where their turn ended `aborted` (as is a call of an
 * aborted turn that got no chunk at all). What a child inherited from its parent (`seedLength`, in unpacked events) is skipped.
 *
 * @throws AcpError `ACP_REPLAY_UNTERMINATED` for other chunks without a finish: an override has to say how they ended.
 * @throws AcpError `ACP_REPLAY_LOG` for a chunk that is none.
 */
export function deriveReplayScript(log: SessionLog, file = 'session.jsonl'): ReplayEntry[] {
  return deriveEntries(log, file).map(({ entry, unterminated }) => {
    if (unterminated) throw unterminated;
    return entry;
  });
}

/** As {@link deriveReplayScript}, but an unterminated call is an entry of its own, for an override to replace. */
export function deriveEntries(log: SessionLog, file: string): DerivedEntry[] {
  const derivation = new Derivation(log, file);
  const from = log.header.seedLength ?? 0;
  if (from > log.events.length) throw unreadableLog(`${file}:1`, `seedLength is ${from}, the log holds ${log.events.length} events.`);
  for (let at = from; at < log.events.length; at++) derivation.read(log.events[at]!, at);
  derivation.breakOff('the end of the log');
  return derivation.entries;
}

class Derivation {
  readonly entries: DerivedEntry[] = [];
  private chunks: StreamChunk[] = [];
  private line = 1;
  /** A model call has begun and got neither chunk nor finish. */
  private called = false;

  constructor(
    private readonly log: SessionLog,
    private readonly file: string,
  ) {}

  read(event: SessionLogEvent, at: number): void {
    switch (event.type) {
      case 'assistant/chunk':
        return this.readChunk(event, at);
      case 'step/start':
      case 'llm/retry':
      case 'llm/retry-started':
        this.breakOff(event.type);
        this.called = event.type !== 'llm/retry';
        return;
      case 'turn/end':
        return this.endTurn(event, at);
    }
  }

  private readChunk(event: SessionLogEvent, at: number): void {
    const parsed = streamChunk.safeParse(event.data['chunk'], UNCOMPILED);
    const line = this.lineOf(at);
    if (!parsed.success)
      throw unreadableLog(
        `${this.file}:${line}`,
        `not a chunk: ${parsed.error.issues[0]!.path.join('.')} ${parsed.error.issues[0]!.message}`,
      );
    const chunk = parsed.data;
    if (chunk.type === 'block-start' && this.chunks.some((seen) => seen.type === 'block-start' && seen.index === chunk.index))
      this.breakOff('a new call');
    this.chunks.push(chunk);
    this.line = line;
    if (chunk.type === 'finish') this.end('chunks');
  }

  private endTurn(event: SessionLogEvent, at: number): void {
    const kind = (event.data['reason'] as { kind?: unknown } | undefined)?.kind;
    if (kind !== 'aborted') return this.breakOff(`turn/end ${String(kind)}`);
    if (this.chunks.length === 0 && this.called) this.line = this.lineOf(at);
    if (this.chunks.length > 0 || this.called) this.end('hang');
  }

  /** Ends the open call without knowing how. */
  breakOff(by: string): void {
    if (this.chunks.length === 0) {
      this.called = false;
      return;
    }
    const unterminated = unterminatedCall(`${this.file}:${this.line}`, this.chunks.length, by);
    const entry: ReplayEntry = {
      kind: 'throw',
      chunks: this.chunks,
      message: 'the recorded call has no finish',
      code: 'INCOMPLETE_STREAM',
    };
    this.push({ entry, line: this.line, unterminated });
  }

  private end(kind: 'chunks' | 'hang'): void {
    this.push({ entry: { kind, chunks: this.chunks }, line: this.line });
  }

  private push(entry: DerivedEntry): void {
    this.entries.push(entry);
    this.chunks = [];
    this.called = false;
  }

  private lineOf(at: number): number {
    return (this.log as Partial<ParsedSessionLog>).lines?.[at] ?? at + 2;
  }
}
