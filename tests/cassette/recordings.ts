import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Dialect, SseEvent, WireReply } from '../../harness/schema/index.js';

export const RECORDINGS = resolve(import.meta.dirname, '../../../shared/recordings/provider');
export const ABSENT = `no provider recordings in ${RECORDINGS.split('/').slice(-3).join('/')}`;

export interface Recording {
  /** Name of the file, numbered where it holds several replies. */
  name: string;
  dialect: Dialect;
  /** `data` of each event. */
  payloads: string[];
}

/** Every recorded reply; none where the recordings are absent. */
export function providerRecordings(): Recording[] {
  if (!existsSync(RECORDINGS)) return [];
  return readdirSync(RECORDINGS)
    .filter((file) => file.endsWith('.chunks.txt'))
    .flatMap((file) => {
      const lines = readFileSync(join(RECORDINGS, file), 'utf8').split('\n').filter(Boolean);
      const name = file.replace('.chunks.txt', '');
      const dialect = dialectOfFile(name);
      const replies = dialect === 'openai-responses' ? parted(lines) : [lines];
      return replies.map((payloads, at) => ({ name: replies.length > 1 ? `${name} #${at + 1}` : name, dialect, payloads }));
    });
}

function dialectOfFile(name: string): Dialect {
  if (name.startsWith('google')) return 'gemini';
  if (name.startsWith('anthropic') || name.startsWith('spliced')) return 'anthropic';
  return name === 'openai-text' || name.startsWith('deepseek') ? 'openai-chat' : 'openai-responses';
}

/** Some files hold the replies of several calls, one after another. */
function parted(lines: readonly string[]): string[][] {
  const replies: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('{"type":"response.created"')) replies.push([]);
    replies.at(-1)?.push(line);
  }
  return replies;
}

/** The events of a recording as its provider frames them. */
export function framed({ dialect, payloads }: Pick<Recording, 'dialect' | 'payloads'>): SseEvent[] {
  if (dialect === 'anthropic' || dialect === 'openai-responses') {
    return payloads.map((data) => ({ event: /^\{"type":"([^"]+)"/.exec(data)![1]!, data }));
  }
  return [...payloads.map((data) => ({ data })), ...(dialect === 'openai-chat' ? [{ data: '[DONE]' }] : [])];
}

export const replyOf = (recording: Pick<Recording, 'dialect' | 'payloads'>): WireReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  events: framed(recording),
  end: 'complete',
});
