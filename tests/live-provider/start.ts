import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LiveProvider {
  url: string;
  /** What record needs in the caller's environment. The key is checked for being there, not for its value. */
  environment: Record<string, string>;
  stop: () => Promise<void>;
}

const KEY = 'sk-local-key-of-the-live-process';

/** Starts the live provider of the reference agent: a process of its own on loopback. */
export async function startLiveProvider(): Promise<LiveProvider> {
  const live = await start(['deepseek.mjs']);
  return { ...live, environment: { DEEPSEEK_API_KEY: KEY, DEEPSEEK_BASE_URL: live.url } };
}

/** Starts a live provider of four dialects; `replies` is a file like `replies.json`. */
export async function startWireProvider(replies: string): Promise<LiveProvider> {
  const live = await start(['wire.mjs', replies]);
  return { ...live, environment: { LIVE_KEY: KEY, LIVE_URL: live.url } };
}

async function start([program, ...args]: string[]): Promise<Omit<LiveProvider, 'environment'>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program!), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return {
    url,
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
