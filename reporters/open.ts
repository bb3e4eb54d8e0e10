import { spawn } from 'node:child_process';

/** Opens a file with the system's program for it. That there is none is no failure of the run. */
export function openFile(file: string, platform: NodeJS.Platform): void {
  const [command, ...args] =
    platform === 'darwin' ? ['open', file] : platform === 'win32' ? ['cmd', '/c', 'start', '""', file] : ['xdg-open', file];
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}
