import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { harvestSessionLogs, type HarvestedLogs, type HarvestOptions } from '../../../harness/session-logs/index.js';
import type { SessionLogSource } from '../../../harness/schema/index.js';

export { expect } from '@playwright/test';

export interface LogFolder {
  readonly path: string;
  /** Writes a file at a path below the folder. */
  write(file: string, content: string | Uint8Array): Promise<void>;
  harvest(source: Omit<SessionLogSource, 'folder'>, options?: Partial<HarvestOptions>): Promise<HarvestedLogs>;
}

export const test = base.extend<{ logs: LogFolder }>({
  logs: async ({}, use) => {
    const path = await mkdtemp(join(tmpdir(), 'acp-logs-'));
    await use({
      path,
      write: async (file, content) => {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await writeFile(join(path, file), content);
      },
      harvest: (source, options) =>
        harvestSessionLogs({ ...source, folder: '{{home}}/logs' }, { profile: 'tried', folder: path, opened: [], ...options }),
    });
    await rm(path, { recursive: true, force: true });
  },
});

export const jsonl = (...records: unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Three frames as the `zstd` program writes them, with these records in them; the second holds two, in several scripts. */
export const ZSTD_FRAMES = [
  'KLUv/QRo/QEAskMNEpDPAXgwMPCIYpfXR+99ZiwrTiDfjqs72x4IQoaYdIp6Xa4r69keXoR7D4fxUdr06i1vPQ4CALkxSjDvDT3bQQ==',
  'KLUv/QRY9QIA1AR7InR5cGUiOiJ0dXJuL3N0YXJ0Iiwic2VxIjoxLCJkYXRhIjp7IjoxfX0KZXgyZXh0Ijoi5YyX5LqsIPCfmYIgYWdhaW4gYW5kIn19CgUA32IGiKIpjafaUtCqJzXIDHM=',
  'KLUv/QRYcQEAeyJ0eXBlIjoidHVybi9lbmQiLCJzZXEiOjMsImRhdGEiOnsidHVybiI6MX19CoOhx4E=',
].map((frame) => Buffer.from(frame, 'base64'));
export const ZSTD_RECORDS = [
  { type: 'session', id: 's-1', createdAt: 1_796_068_800_000, cwd: '/w' },
  { type: 'turn/start', seq: 1, data: { turn: 1 } },
  { type: 'text', seq: 2, data: { text: '北京 🙂 again and again and again and again and again and again' } },
  { type: 'turn/end', seq: 3, data: { turn: 1 } },
];
