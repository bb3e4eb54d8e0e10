import type { SessionConfigOption, SessionUpdate } from '@agentclientprotocol/sdk';
import { BlobStore } from '../blobs/blob-store.js';
import type { AgentConfig } from '../config/config.js';
import type { LogEvent, NewEvent } from '../log/event.js';
import type { SessionLog } from '../log/session-log.js';
import { processEvent, processesFromLog } from '../log/processes.js';
import { foldEvent, type SessionState } from '../log/state.js';
import { SessionProcesses } from '../processes/session-processes.js';
import { findTool } from '../toolbox/registry.js';
import type { Client } from './client.js';
import { configOptions } from './options.js';
import { verdictOn } from './policy.js';
import { createUpdates } from './updates.js';

/** One conversation: its log, the state folded from it, and the client that hears of every event. */
export class Session {
  state: SessionState;
  readonly processes: SessionProcesses;
  readonly blobs: BlobStore;
  readonly #updates: (event: LogEvent) => SessionUpdate[];
  #sent: Promise<void> = Promise.resolve();
  #closed = false;
  #running: { abort: AbortController; ended: Promise<unknown> } | undefined;

  constructor(
    readonly log: SessionLog,
    readonly config: AgentConfig,
    readonly client: Client,
  ) {
    this.state = log.events.reduce(foldEvent, freshState(log.header, config));
    this.processes = new SessionProcesses(processesFromLog(log.events));
    this.blobs = new BlobStore(log.file.replace(/\.jsonl$/u, '.blobs'), config.limits.blobBytes);
    this.#updates = createUpdates({
      session: log.header.id,
      live: true,
      cwd: () => this.state.cwd,
      contextWindow: config.provider.facts.contextWindow,
      configOptions: () => this.options(),
      waits: (name) => {
        const tool = findTool(name);
        return tool !== undefined && verdictOn(tool, this.state).kind === 'ask';
      },
    });
  }

  get id(): string {
    return this.log.header.id;
  }

  options(): SessionConfigOption[] {
    return configOptions(this.state, this.config);
  }

  /** Writes an event down, then lets state and client follow it. */
  record(event: NewEvent): LogEvent {
    const written = this.log.append(event);
    this.state = foldEvent(this.state, written);
    for (const update of this.#updates(written)) this.send(update);
    return written;
  }

  /** Writes down what may also happen after the session was closed, when it is nobody's any more. */
  note(event: NewEvent): void {
    if (!this.#closed) this.record(event);
  }

  send(update: SessionUpdate): void {
    this.#sent = this.client.update(this.id, update);
  }

  /** Resolves once the transport took what was sent so far: a client that reads slowly slows the turn down. */
  sent(): Promise<void> {
    return this.#sent;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Runs one turn at a time; the signal aborts on {@link abort}. */
  async run<T>(turn: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const running = turn(abort.signal);
    this.#running = { abort, ended: running.catch(() => undefined) };
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Tells the running turn to end; without one it does nothing. */
  abort(): void {
    this.#running?.abort.abort(new DOMException('the turn was cancelled', 'AbortError'));
  }

  /** Ends the running turn and resolves when it has ended. */
  async cancel(): Promise<void> {
    this.abort();
    await this.#running?.ended;
  }

  async close(): Promise<void> {
    await this.cancel();
    await this.processes.endAll();
    for (const note of this.processes.takeEnds()) this.record(processEvent(note));
    this.#closed = true;
    this.log.close();
  }
}

/** What holds before the first event. */
export const freshState = ({ cwd, createdAt }: { cwd: string; createdAt: number }, { mode }: AgentConfig): SessionState => ({
  cwd,
  mode,
  options: {},
  remembered: {},
  subagents: [],
  turns: 0,
  updatedAt: createdAt,
});
