import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

// oxlint-disable-next-line typescript/no-explicit-any -- frames are looked at as they come
export type Json = any;

export interface Frame {
  id?: number | string | null;
  method?: string;
  params?: Record<string, Json>;
  result?: Record<string, Json>;
  error?: { code: number; message: string; data?: unknown };
}

type Serve = (params: Record<string, Json>) => unknown;

/** The least of an ACP client: what an agent says is kept line by line, and every wait is for something seen. */
export class Client {
  readonly lines: string[] = [];
  readonly frames: Frame[] = [];
  stderr = '';
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  /** Answers to the agent's requests, by method; a request without one stays open. */
  readonly serve: Record<string, Serve> = {};
  readonly #waiting: (() => void)[] = [];
  #rest = '';
  #id = 0;

  constructor(program: string, args: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    this.child = spawn(program, args, { ...options, stdio: 'pipe' });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = new Promise((resolve) =>
      this.child.once('close', (code, signal) => {
        resolve({ code, signal });
        this.#wake();
      }),
    );
  }

  send(frame: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`);
  }

  notify(method: string, params: object): void {
    this.send({ method, params });
  }

  /** Sends a request and returns its id at once. */
  open(method: string, params: object): number {
    const id = this.#id++;
    this.send({ id, method, params });
    return id;
  }

  async answer(id: number): Promise<Frame> {
    return this.until(() => this.frames.find((frame) => frame.id === id && !frame.method));
  }

  async request(method: string, params: object): Promise<Frame> {
    return this.answer(this.open(method, params));
  }

  /** The result, or a failure that shows the error. */
  async ask(method: string, params: object): Promise<Record<string, Json>> {
    const { result, error } = await this.request(method, params);
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}\n${this.stderr}`);
    return result;
  }

  /** Waits until something was seen. The agent's end fails it. */
  async until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`the agent ended: ${this.stderr}\n${this.lines.slice(-5).join('\n')}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  update(kind: string, fits: (update: Record<string, Json>) => boolean = () => true): Promise<Record<string, Json>> {
    return this.until(() => this.updates(kind).find(fits));
  }

  updates(...kinds: string[]): Record<string, Json>[] {
    return this.frames
      .filter(({ method }) => method === 'session/update')
      .map(({ params }) => params?.['update'] as Record<string, Json>)
      .filter(({ sessionUpdate }) => kinds.length === 0 || kinds.includes(sessionUpdate as string));
  }

  async end(): Promise<{ code: number | null; signal: string | null }> {
    this.child.stdin.end();
    return this.exited;
  }

  #read(text: string): void {
    this.#rest += text;
    for (let at = this.#rest.indexOf('\n'); at >= 0; at = this.#rest.indexOf('\n')) {
      const line = this.#rest.slice(0, at);
      this.#rest = this.#rest.slice(at + 1);
      this.lines.push(line);
      const frame = JSON.parse(line) as Frame;
      this.frames.push(frame);
      const served = frame.method && frame.id !== undefined ? this.serve[frame.method] : undefined;
      if (served)
        void Promise.resolve(served(frame.params ?? {})).then((result) =>
          this.send({
            id: frame.id,
            ...(result instanceof Error
              ? { error: { code: (result as Error & { code?: number }).code ?? -32603, message: result.message } }
              : { result }),
          }),
        );
    }
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting.splice(0);
    for (const resume of waiting) resume();
  }
}
