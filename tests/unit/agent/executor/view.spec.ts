import { expect, test } from '@playwright/test';
import { ExecutorError, type Executor } from '../../../../harness/agent/executor/executor.js';
import type { CommandEnd } from '../../../../harness/agent/processes/command.js';
import { viewOf } from '../../../../harness/agent/executor/view.js';

const fake = (own: Partial<Executor>): Executor => own as Executor;

test('does in the copy what is said of the folder, and tells it in the words of the folder', async () => {
  const seen: unknown[] = [];
  const view = viewOf(
    fake({
      readText: async (path) => {
        seen.push(path);
        throw new ExecutorError('not-found', `No such file: ${path}`);
      },
      start: ({ command, cwd, onOutput }) => {
        seen.push(command, cwd);
        // A path split over every place of it, and its beginning at the very end.
        for (const piece of `ö ${cwd}/a ${cwd}\n/copies/`) onOutput(Buffer.from(piece));
        const end = Promise.resolve<CommandEnd>({ state: 'start_failed', why: `no folder ${cwd}` });
        return { ended: end, cancel: () => end };
      },
    }),
    '/w/my.app',
    '/copies/1',
  );
  await expect(view.readText('/w/my.app/a')).rejects.toMatchObject({ code: 'not-found', message: 'No such file: /w/my.app/a' });
  await expect(view.readText('/w/my.apple')).rejects.toMatchObject({ message: 'No such file: /w/my.apple' });
  const line = "cd '/w/my.app' && cat /w/my.app/a /w/my.app2/a /x/w/my.app/a /w/myXapp/a";
  const printed: Buffer[] = [];
  const running = view.start({ command: line, cwd: '/w/my.app', onOutput: (bytes) => printed.push(Buffer.from(bytes)) });
  expect(await running.ended).toEqual({ state: 'start_failed', why: 'no folder /w/my.app' });
  expect(await running.cancel()).toEqual(await running.ended);
  expect(Buffer.concat(printed).toString()).toBe('ö /w/my.app/a /w/my.app\n/copies/');
  expect(seen).toEqual([
    '/copies/1/a',
    '/w/my.apple',
    "cd '/copies/1' && cat /copies/1/a /w/my.app2/a /x/w/my.app/a /w/myXapp/a",
    '/copies/1',
  ]);
});

test('a link out of the copy does not look as if it stayed inside', async () => {
  const links: Record<string, string> = {
    '/copies/1/in': '/real/1/b',
    '/copies/1': '/real/1',
    '/copies/1/back': '/w/a',
    '/copies/1/out': '/etc',
  };
  const view = viewOf(fake({ realPath: async (path) => links[path] ?? path }), '/w', '/copies/1');
  expect(await view.realPath('/w/in')).toBe('/w/b');
  expect(await view.realPath('/w/out')).toBe('/etc');
  await expect(view.realPath('/w/back')).rejects.toMatchObject({ code: 'denied' });
});
