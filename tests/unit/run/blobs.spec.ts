import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { harvestBlobs } from '../../../harness/run/blobs.js';

let folder: string;
test.beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'blobs-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Keeps text beside the log of a session, and gives the line that names it. */
function keep(session: string, text: string, written = text): string {
  const blobId = createHash('sha256').update(text).digest('hex');
  mkdirSync(join(folder, `${session}.blobs`), { recursive: true });
  writeFileSync(join(folder, `${session}.blobs`, blobId), written);
  return `${JSON.stringify({ type: 'process/end', data: { process: 1, blobId } })}\n`;
}
const log = (session: string, ...lines: string[]) => ({ session, text: lines.join(''), folder });

test('gives what logs name, numbered in the order of the logs, each once', async () => {
  const [one, two, three] = [keep('a', 'one'), keep('a', 'two'), keep('b', 'three')];
  keep('a', 'named by nobody');
  const found = await harvestBlobs([log('a', two, one, two), log('b', keep('b', 'one'), three)]);
  expect(found.map(({ root, path, content }) => [root, path, Buffer.from(content).toString()])).toEqual([
    ['blobs', '1', 'two'],
    ['blobs', '2', 'one'],
    ['blobs', '3', 'three'],
  ]);
});

test('takes no text for a name', async () => {
  const said = JSON.stringify({ type: 'tool/result', data: { text: JSON.stringify({ blobId: 'a'.repeat(64) }) } });
  expect(await harvestBlobs([log('a', said)])).toEqual([]);
});

test('says which blob is missing, and which was altered', async () => {
  const line = keep('a', 'one', 'another');
  await expect(harvestBlobs([log('a', line)])).rejects.toMatchObject({ code: 'ACP_LOG_BLOB_ALTERED' });
  rmSync(join(folder, 'a.blobs'), { recursive: true });
  await expect(harvestBlobs([log('a', line)])).rejects.toMatchObject({
    code: 'ACP_LOG_BLOB_MISSING',
    message: expect.stringContaining(join(folder, 'a.blobs')),
  });
});
