import type { Executor } from '../executor/executor.js';
import type { LoggedProcess, ProcessNote } from '../log/processes.js';
import type { Command, CommandEnd, RunningCommand } from './command.js';
import { OutputRing } from './output-ring.js';

interface Background {
  process: number;
  command: string;
  running: RunningCommand;
  output: OutputRing;
  /** Set once it has ended. */
  end?: CommandEnd;
  /** Whether its end is in the log. */
  told: boolean;
}

/** The commands of one session. Each has a number, in the order of their start; numbers go on when it is loaded again. */
export class SessionProcesses {
  readonly #background = new Map<number, Background>();
  /** Commands whose group could not be emptied. */
  readonly #stubborn: LoggedProcess[];
  /** Whole outputs that were too long for the log, by number. */
  readonly #outputs: Map<number, string>;
  #last: number;

  constructor(logged: readonly LoggedProcess[]) {
    this.#last = Math.max(0, ...logged.map(({ process }) => process));
    this.#outputs = new Map(logged.flatMap(({ process, blobId }) => (blobId === undefined ? [] : [[process, blobId]])));
    this.#stubborn = logged.filter(({ end }) => end?.state === 'kill_failed');
  }

  /** Runs a command to its end, which comes early where the signal aborts. */
  async run(executor: Executor, command: Command, signal: AbortSignal): Promise<ProcessNote & { type: 'process/end' }> {
    const process = ++this.#last;
    const running = executor.start(command);
    const stop = (): void => void running.cancel();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const end = await running.ended;
    signal.removeEventListener('abort', stop);
    return this.#ended(process, command.command, end);
  }

  /** Starts a command that runs beside the turns. `keep` is how many characters of its output wait to be read. */
  start(executor: Executor, { command, cwd }: Pick<Command, 'command' | 'cwd'>, keep: number): ProcessNote {
    const process = ++this.#last;
    const output = new OutputRing(keep);
    const running = executor.start({ command, cwd, onOutput: (bytes) => output.push(bytes) });
    const entry: Background = { process, command, running, output, told: false };
    this.#background.set(process, entry);
    void running.ended.then((end) => (entry.end = end));
    return { type: 'process/start', process, command, ...(running.pid === undefined ? {} : { pid: running.pid }) };
  }

  /** What a background command printed since the last look, and its end where it has ended. */
  read(process: number): { output: string; end?: CommandEnd } | undefined {
    const entry = this.#background.get(process);
    return entry && { output: entry.output.take(), ...(entry.end ? { end: entry.end } : {}) };
  }

  /** Waits for the end of a background command, until the time is over or the signal aborts. */
  async wait(process: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const entry = this.#background.get(process);
    if (!entry || signal.aborted) return;
    let enough: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (enough = resolve));
    const timer = setTimeout(enough, timeoutMs);
    signal.addEventListener('abort', enough, { once: true });
    await Promise.race([entry.running.ended, over]);
    clearTimeout(timer);
    signal.removeEventListener('abort', enough);
  }

  async stop(process: number): Promise<void> {
    await this.#background.get(process)?.running.cancel();
  }

  /** Ends every background command, all at the same time. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#background.values()].map(({ running }) => running.cancel()));
  }

  /** Background commands, and those of which something could not be ended. */
  list(): LoggedProcess[] {
    const background = [...this.#background.values()].map(({ process, command, end }) => ({ process, command, ...(end ? { end } : {}) }));
    const others = this.#stubborn.filter(({ process }) => !this.#background.has(process));
    return [...others, ...background].toSorted((a, b) => a.process - b.process);
  }

  /** Ends that were not told yet, of one command or of all, each once: what the log has to say of them. */
  takeEnds(of?: number): ProcessNote[] {
    const entries = [...this.#background.values()].filter(({ process }) => of === undefined || process === of);
    const ended = entries.filter(({ end, told }) => end !== undefined && !told);
    for (const entry of ended) entry.told = true;
    return ended.map(({ process, command, end }) => this.#ended(process, command, end as CommandEnd));
  }

  /** The whole output of a command, where it was kept. */
  outputOf(process: number): string | undefined {
    return this.#outputs.get(process);
  }

  keepOutput(process: number, blobId: string): void {
    this.#outputs.set(process, blobId);
  }

  #ended(process: number, command: string, end: CommandEnd): ProcessNote & { type: 'process/end' } {
    if (end.state === 'kill_failed') this.#stubborn.push({ process, command, end });
    return { type: 'process/end', process, command, ...end };
  }
}
