import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { LIVE_CONFIG } from '../../../harness/agent/config/live.js';
import type { AdapterId, ModelFacts } from '../../../harness/agent/config/config.js';
import type { LogEvent } from '../../../harness/agent/log/event.js';
import { Client, type Json } from './client.js';
import { Provider } from './provider.js';

export { expect };

export const MAIN = resolve(import.meta.dirname, '../../../dist/agent/main.js');

/** Folders of one test, below a temp root of its own. */
export interface Place {
  root: string;
  cwd: string;
  home: string;
  write: (file: string, text: string) => string;
  read: (file: string) => string;
}

export interface BootOptions {
  adapter?: AdapterId;
  facts?: Partial<ModelFacts>;
  limits?: Partial<typeof LIVE_CONFIG.limits>;
  args?: string[];
  env?: Record<string, string>;
  /** Written into the config file where the live config says otherwise. */
  config?: object;
  /** Program and arguments that start the agent in other circumstances; they end by becoming it. */
  through?: [string, ...string[]];
}

interface Fixtures {
  place: Place;
  provider: Provider;
  /** Boots the built agent. Its end is the fixture's matter. */
  boot: (options?: BootOptions) => Client;
  /** An agent with a session, in the mode that is given. */
  session: (options?: BootOptions & { mode?: string; client?: object }) => Promise<Session>;
}

/** A session of a booted agent, with the words most tests use. */
export class Session {
  constructor(
    readonly client: Client,
    readonly id: string,
    readonly setup: Record<string, Json>,
    readonly place: Place,
  ) {}

  prompt(text: string): Promise<Record<string, Json>> {
    return this.client.ask('session/prompt', this.promptParams(text));
  }

  openPrompt(text: string): number {
    return this.client.open('session/prompt', this.promptParams(text));
  }

  promptParams(text: string): object {
    return { sessionId: this.id, prompt: [{ type: 'text', text }] };
  }

  get logFile(): string {
    return join(this.place.home, '.reference-agent/sessions', `${this.id}.jsonl`);
  }

  /** Every record of the session log; the header first. */
  records(): Record<string, Json>[] {
    return readFileSync(this.logFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, Json>);
  }

  events(...types: string[]): LogEvent[] {
    const events = this.records().slice(1) as unknown as LogEvent[];
    return types.length === 0 ? events : events.filter(({ type }) => types.includes(type));
  }
}

export const test = base.extend<Fixtures>({
  place: async ({}, use) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'reference-agent-')));
    const [cwd, home] = [join(root, 'work'), join(root, 'home')];
    for (const folder of [cwd, home]) mkdirSync(folder);
    const write = (file: string, text: string): string => {
      const path = resolve(cwd, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    };
    await use({ root, cwd, home, write, read: (file) => readFileSync(resolve(cwd, file), 'utf8') });
    rmSync(root, { recursive: true, force: true });
  },

  provider: async ({}, use) => {
    const provider = await new Provider().start();
    await use(provider);
    await provider.stop();
  },

  boot: async ({ place, provider }, use) => {
    const clients: Client[] = [];
    await use(({ adapter = 'deepseek', facts, limits, args = [], env, config, through = [] } = {}) => {
      const file = join(place.root, `config-${clients.length}.json`);
      const live = LIVE_CONFIG;
      const own = {
        ...live,
        limits: { ...live.limits, ...limits },
        provider: {
          ...live.provider,
          adapter,
          name: adapter,
          model: live.provider.model,
          baseUrl: provider.url,
          apiKeyEnv: 'TEST_PROVIDER_KEY',
          facts: { ...live.provider.facts, retry: { ...live.provider.facts.retry, delayMs: 1 }, ...facts },
        },
        ...config,
      };
      writeFileSync(file, JSON.stringify(own));
      const [program, ...rest] = [...through, process.execPath, MAIN, '--config', file, ...args] as [string, ...string[]];
      const client = new Client(program, rest, {
        cwd: place.root,
        env: { HOME: place.home, PATH: process.env['PATH'] ?? '', TMPDIR: place.root, TEST_PROVIDER_KEY: 'key-of-the-test', ...env },
      });
      clients.push(client);
      return client;
    });
    for (const client of clients) {
      client.child.kill('SIGKILL');
      await client.exited;
    }
  },

  session: async ({ boot, place }, use) => {
    await use(async ({ mode, client: capabilities = {}, ...options } = {}) => {
      const client = boot(options);
      await client.ask('initialize', { protocolVersion: 1, clientCapabilities: capabilities });
      const setup = await client.ask('session/new', { cwd: place.cwd, mcpServers: [] });
      await client.update('available_commands_update');
      const session = new Session(client, setup['sessionId'] as string, setup, place);
      if (mode) await client.ask('session/set_mode', { sessionId: session.id, modeId: mode });
      return session;
    });
  },
});

/** The process id that a command wrote into the file `pid`, once it is there. */
export async function pidIn({ read }: Place): Promise<number> {
  let pid = 0;
  const look = (): number => {
    try {
      return (pid = Number(read('pid')));
    } catch {
      return 0;
    }
  };
  await expect.poll(look).toBeGreaterThan(0);
  return pid;
}

/** Whether a process still runs; one that has ended and waits for its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}
