import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { chat } from '../cassette/agent/provider.js';
import { expect, test, type Session } from '../cassette/agent/support.js';
import { readByAnother } from './read-log.js';

/** More than sockets on loopback hold, so that a reader that stops reading stops the stream. */
const BYTES = 32 * 1024 * 1024;
const PRINT = `head -c ${BYTES} /dev/zero | tr '\\0' 'x'`;

const blobFolder = (talk: Session): string => talk.logFile.replace(/\.jsonl$/u, '.blobs');
const blobOf = (talk: Session): string => readByAnother(talk.logFile, 'process/end')[0]!.data['blobId'] as string;
const reads = (talk: Session): Record<string, unknown>[] => readByAnother(talk.logFile, 'blob/read').map(({ data }) => data);

async function open(url: string, from = 0): Promise<IncomingMessage> {
  const request = get(url, { agent: false, ...(from === 0 ? {} : { headers: { range: `bytes=${from}-` } }) });
  return ((await once(request, 'response')) as [IncomingMessage])[0];
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

test.describe('output that is kept beside the log', () => {
  test.beforeEach(({ provider }) =>
    provider.answers(chat([{ id: 'c0', tool: 'bash', args: { command: PRINT, description: 'x' } }]), chat([{ text: 'ok' }])),
  );

  test('a stream that its reader resets is retryable, and resumes where it broke off', async ({ session }) => {
    const talk = await session({ mode: 'auto' });
    await talk.prompt('Print');
    const blobId = blobOf(talk);
    const { url, bytes } = await talk.client.ask('_reference-agent/open_blob', { sessionId: talk.id, blobId });
    expect(bytes).toBe(BYTES);

    const broken = await open(url);
    const [first] = (await once(broken, 'data')) as [Buffer];
    broken.pause();
    broken.on('error', () => undefined);
    broken.socket.resetAndDestroy();
    await expect.poll(() => reads(talk)).toEqual([{ blobId, from: 0, state: 'reset', retryable: true }]);

    const resumed = await open(url, first.length);
    expect(resumed.statusCode).toBe(206);
    const rest = await readAll(resumed);
    expect(createHash('sha256').update(first).update(rest).digest('hex')).toBe(blobId);
    await expect.poll(() => reads(talk).at(-1)).toEqual({ blobId, from: first.length, state: 'completed' });
  });

  test('a stream whose agent was killed resumes from the agent that loads the session', async ({ session, place }) => {
    const talk = await session({ mode: 'auto' });
    await talk.prompt('Print');
    const blobId = blobOf(talk);
    const { url } = await talk.client.ask('_reference-agent/open_blob', { sessionId: talk.id, blobId });
    const broken = await open(url);
    const [first] = (await once(broken, 'data')) as [Buffer];
    broken.pause();
    talk.client.child.kill('SIGKILL');
    await talk.client.exited;
    await expect(readAll(broken)).rejects.toMatchObject({ code: 'ECONNRESET' });

    const later = await session();
    await later.client.ask('session/load', { sessionId: talk.id, cwd: place.cwd, mcpServers: [] });
    const again = await later.client.ask('_reference-agent/open_blob', { sessionId: talk.id, blobId });
    const rest = await readAll(await open(again['url'] as string, first.length));
    expect(createHash('sha256').update(first).update(rest).digest('hex')).toBe(blobId);
  });

  for (const [fault, code, spoil] of [
    ['missing', 'ACP_AGENT_BLOB_MISSING', (file: string) => rmSync(file)],
    ['altered', 'ACP_AGENT_BLOB_ALTERED', (file: string) => appendFileSync(file, 'x')],
  ] as const) {
    test(`a blob that is ${fault} is an explained error for client, reader and model`, async ({ session, provider }) => {
      const talk = await session({ mode: 'auto' });
      await talk.prompt('Print');
      const blobId = blobOf(talk);
      const request = { sessionId: talk.id, blobId };
      const { url } = await talk.client.ask('_reference-agent/open_blob', request);
      spoil(join(blobFolder(talk), blobId));
      const { error } = await talk.client.request('_reference-agent/open_blob', request);
      expect(error).toMatchObject({ code: -32602, data: { code, blobId } });
      expect(error!.message).toContain(code);
      const refused = await open(url);
      expect(refused.statusCode).toBe(410);
      expect((await readAll(refused)).toString()).toContain(code);
      provider.answers(chat([{ id: 'c1', tool: 'process', args: { action: 'output', process: 1 } }]), chat([{ text: 'ok' }]));
      await talk.prompt('Show me');
      expect(readByAnother(talk.logFile, 'tool/result').at(-1)).toMatchObject({
        data: { isError: true, content: [{ text: `The output of process 1 cannot be shown: ${code}.` }] },
      });
    });
  }

  test('nothing of it is left beside the log but the blob', async ({ session }) => {
    const talk = await session({ mode: 'auto' });
    await talk.prompt('Print');
    expect(readdirSync(blobFolder(talk))).toEqual([blobOf(talk)]);
  });
});
