import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogEvent, LogHeader, NewEvent } from './event.js';

/**
 * The durable record of one session: append-only JSONL. An event is with the operating system before the agent goes
 * on, so that the end of the process loses nothing of it.
 */
export class SessionLog {
  /** Every event but `assistant/chunk`: nothing after its step is derived from a single chunk. */
  readonly events: LogEvent[] = [];
  #descriptor: number | undefined;
  #next = 0;
  #lastTime: number;

  private constructor(
    readonly file: string,
    readonly header: LogHeader,
    descriptor: number,
  ) {
    this.#descriptor = descriptor;
    // Sessions begun in one millisecond are a millisecond apart, so that the clock may be behind their beginning.
    this.#lastTime = header.createdAt;
  }

  /** Begins a new log. The file must not exist. */
  static create(file: string, header: LogHeader): SessionLog {
    mkdirSync(dirname(file), { recursive: true });
    const log = new SessionLog(file, header, openSync(file, 'ax'));
    log.#write(header);
    return log;
  }

  /** Goes on with a log that was read: `length` is the count of its good bytes, what follows them is cut off. */
  static reopen(file: string, header: LogHeader, events: readonly LogEvent[], length: number): SessionLog {
    const descriptor = openSync(file, 'r+');
    ftruncateSync(descriptor, length);
    closeSync(descriptor);
    const log = new SessionLog(file, header, openSync(file, 'a'));
    for (const event of events) log.#remember(event);
    return log;
  }

  append(event: NewEvent): LogEvent {
    const { type, data, sourceEventSeqs, surfaceOp } = event;
    const written: LogEvent = {
      type,
      seq: this.#next,
      // A wall clock may be set back; the record must not.
      time: Math.max(Date.now(), this.#lastTime),
      data,
      ...(sourceEventSeqs ? { sourceEventSeqs } : {}),
      ...(surfaceOp ? { surfaceOp } : {}),
    };
    this.#write(written);
    this.#remember(written);
    return written;
  }

  /** Nothing can be appended afterwards. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #remember(event: LogEvent): void {
    this.#next = event.seq + 1;
    this.#lastTime = event.time;
    if (event.type !== 'assistant/chunk') this.events.push(event);
  }

  #write(record: object): void {
    if (this.#descriptor === undefined) throw new Error(`the session log ${this.file} is closed`);
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at);
  }
}
