import { expect, test } from '@playwright/test';
import { withClientFiles } from '../../../../harness/agent/executor/client-files.js';
import type { Executor } from '../../../../harness/agent/executor/executor.js';

const disk = { readText: async () => 'disk', writeText: async () => undefined } as unknown as Executor;

test('goes to the client for what it offers, else to the executor', async () => {
  expect(await withClientFiles(disk, { readText: async (path) => `client ${path}` }).readText('/a')).toBe('client /a');
  expect(await withClientFiles(disk, { writeText: async () => undefined }).readText('/a')).toBe('disk');
});

for (const [thrown, code, message] of [
  [{ code: -32_002, message: 'x' }, 'not-found', 'No such file or folder: /a'],
  [{ code: -32_603, message: 'broken' }, 'failed', 'The client could not do it: broken: /a'],
  [{}, 'failed', 'The client could not do it: no reason given: /a'],
] as const) {
  test(`tells the client's error ${JSON.stringify(thrown)} as ${code}`, async () => {
    const executor = withClientFiles(disk, { readText: () => Promise.reject(thrown) });
    await expect(executor.readText('/a')).rejects.toMatchObject({ code, message });
  });
}
