import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chat, type Part } from './provider.js';
import { expect, test, type Session } from './support.js';

const bash = (command: string, id = 'c0'): Part => ({ id, tool: 'bash', args: { command, description: 'x' } });
const output = (more: object, id: string): Part => ({ id, tool: 'process', args: { action: 'output', ...more } });
const folder = (talk: Session): string => talk.logFile.replace(/\.jsonl$/u, '.blobs');
const texts = (talk: Session): string[] => talk.events('tool/result').map(({ data }) => (data['content'] as { text: string }[])[0]!.text);

test('output that is too long for the model is kept whole, once, and shown by its lines', async ({ session, provider }) => {
  provider.answers(
    chat([bash('seq 1 400'), bash('seq 1 400; exit 3', 'c1'), bash('seq 1 9', 'c2')]),
    chat([
      output({ process: 1, offset: 200, limit: 2 }, 'c3'),
      output({ process: 2, offset: 900 }, 'c4'),
      output({ process: 3 }, 'c5'),
      output({}, 'c6'),
    ]),
    chat([{ text: 'ok' }]),
  );
  const talk = await session({ mode: 'auto', limits: { outputCharacters: 40 } });
  await talk.prompt('Count');
  const whole = Array.from({ length: 400 }, (_, index) => `${index + 1}\n`).join('');
  const blobId = createHash('sha256').update(whole).digest('hex');
  expect(talk.events('process/end').map(({ data }) => data['blobId'])).toEqual([blobId, blobId, undefined]);
  expect(readFileSync(join(folder(talk), blobId), 'utf8')).toBe(whole);
  const [first, second, third, lines, behind, seen, numberless] = texts(talk);
  expect(first).toMatch(
    /^1\n2\n[^]*characters were cut out here[^]*\n400\n\(the output is kept: process with action output and process 1 shows its lines\)\n$/,
  );
  expect(second).toMatch(/and process 2 shows its lines\)\n\(exit code 3\)$/);
  expect(third).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  expect(lines).toBe('200\n201\n(lines 200-201)');
  expect(behind).toBe('The output of process 2 has no line 900.');
  expect(seen).toBe('No output of process 3 was kept: what it printed was shown whole.');
  expect(numberless).toBe('output needs the number of a process.');
});

test('a blob is bounded, and so are the lines that are shown of it', async ({ session, provider }) => {
  provider.answers(chat([bash("head -c 5000 /dev/zero | tr '\\0' x")]), chat([output({ process: 1 }, 'c1')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto', limits: { outputCharacters: 40, blobBytes: 1_000 } });
  await talk.prompt('Print');
  expect(readFileSync(join(folder(talk), talk.events('process/end')[0]!.data['blobId'] as string), 'utf8')).toBe('x'.repeat(1_000));
  expect(texts(talk)[1]).toBe(`${'x'.repeat(40)}\n(lines 1-1)`);
});

test('where the blob cannot be written, the command ends all the same and says why', async ({ session, provider }) => {
  provider.answers(chat([bash('seq 1 400')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto', limits: { outputCharacters: 40 } });
  mkdirSync(dirname(folder(talk)), { recursive: true });
  writeFileSync(folder(talk), 'a file stands where the folder has to\n');
  await talk.prompt('Count');
  expect(talk.events('process/end')[0]!.data['blobId']).toBeUndefined();
  expect(texts(talk)[0]).toContain('(the whole output could not be kept: EEXIST)');
});

test('output that is shown whole touches no disk', async ({ session, provider }) => {
  provider.answers(chat([bash('seq 1 9')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto' });
  await talk.prompt('Count');
  expect(existsSync(folder(talk))).toBe(false);
});

test('a reader has to know both names, and asks for a part that is there', async ({ session, provider }) => {
  provider.answers(chat([bash('seq 1 400')]), chat([{ text: 'ok' }]));
  const talk = await session({ mode: 'auto', limits: { outputCharacters: 40 } });
  await talk.prompt('Count');
  const open = (params: object) => talk.client.request('_reference-agent/open_blob', params);
  const blobId = talk.events('process/end')[0]!.data['blobId'] as string;
  expect((await open({ sessionId: talk.id })).error).toMatchObject({ code: -32602 });
  expect((await open({ sessionId: 'none', blobId })).error).toMatchObject({ code: -32002 });
  expect((await open({ sessionId: talk.id, blobId: '../../config' })).error).toMatchObject({ data: { code: 'ACP_AGENT_BLOB_MISSING' } });
  const url = (await open({ sessionId: talk.id, blobId })).result!['url'] as string;
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(new URL('/blobs/none', url))).status).toBe(404);
});
