import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LiveProvider {
  url: string;
  /** What record needs in the caller's environment. The key is checked for being there, not for its value. */
  environment: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts the live provider: a process of its own on loopback. */
export async function startLiveProvider(): Promise<LiveProvider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'deepseek.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return {
    url,
    environment: { DEEPSEEK_API_KEY: 'sk-local-key-of-the-live-process', DEEPSEEK_BASE_URL: url },
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
