import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The scripted live provider, a process of its own, with other ids and cuts in every answer. */
export async function startLive(root: string, folder: string, replies: unknown): Promise<{ url: string; stop: () => Promise<void> }> {
  const file = join(folder, 'replies.json');
  await writeFile(file, JSON.stringify(replies));
  const child = spawn(process.execPath, [join(root, 'tests/live-provider/wire.mjs'), file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: (JSON.parse(line.toString()) as { url: string }).url,
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
