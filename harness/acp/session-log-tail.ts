import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { matchesPattern } from './pattern.js';

/** Reads on in the agent's session logs while it writes them. */
export interface SessionLogTail {
  /**
   * Reads what was appended, then looks for the `count`-th matching event that no earlier match has passed.
   * @param session id; where a log of that name (`<id>.jsonl`) exists only it is looked at
   */
  find(pattern: unknown, count: number, session: string | undefined): Promise<boolean>;
}

interface TailedFile {
  offset: number;
  rest: string;
  events: unknown[];
  /** Events before it have been waited for already. */
  mark: number;
}

/** @param folder holds one `<id>.jsonl` per session, at any depth; may not exist yet */
export function createSessionLogTail(folder: string): SessionLogTail {
  const files = new Map<string, TailedFile>();

  const readOn = async () => {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.jsonl')).sort()) {
      const file = files.get(name) ?? { offset: 0, rest: '', events: [], mark: 0 };
      files.set(name, file);
      const lines = (file.rest + (await appended(path.join(folder, name), file))).split('\n');
      file.rest = lines.pop()!;
      for (const line of lines) file.events.push(parse(line));
    }
  };
  return {
    async find(pattern, count, session) {
      await readOn();
      const own = [...files].filter(([name]) => path.basename(name) === `${session}.jsonl`);
      const looked = own.length > 0 ? own : [...files];
      let left = count;
      for (const [, file] of looked) {
        for (let index = file.mark; index < file.events.length; index++) {
          if (!matchesPattern(pattern, file.events[index])) continue;
          if (--left > 0) continue;
          file.mark = index + 1;
          return true;
        }
      }
      return false;
    },
  };
}

/** New whole characters of the file: a character that is only half written is left for the next time. */
async function appended(file: string, tailed: TailedFile): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    if (size <= tailed.offset) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - tailed.offset), 0, size - tailed.offset, tailed.offset);
    const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    tailed.offset += end;
    return buffer.toString('utf8', 0, end);
  } finally {
    await handle.close();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
