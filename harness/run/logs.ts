import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { repairTornTail } from '../jsonl/index.js';

/** One session log as the agent left it. */
export interface HarvestedLog {
  /** Id of the session: its file's name. */
  session: string;
  text: string;
  /** Where its file stands, while the run's folders are there. */
  folder?: string;
  /** A last line that was cut off, where the agent was killed while it wrote. */
  torn?: string;
}

/**
 * The session logs below a folder, at any depth, in lane order: sessions in the order in which the client opened
 * them, then those it never opened (children) by the time in their header.
 */
export async function harvestLogs(folder: string, opened: readonly string[]): Promise<HarvestedLog[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name));
  const logs = await Promise.all(
    files.map(async (file): Promise<HarvestedLog> => {
      const { text, torn } = repairTornTail(await readFile(file, 'utf8'));
      return { session: basename(file, '.jsonl'), text, folder: dirname(file), ...(torn !== undefined && { torn }) };
    }),
  );
  const place = ({ session }: HarvestedLog) => (opened.includes(session) ? opened.indexOf(session) : opened.length);
  return logs
    .filter(({ text }) => text !== '')
    .sort((a, b) => place(a) - place(b) || createdAt(a) - createdAt(b) || (a.session < b.session ? -1 : 1));
}

function createdAt({ text }: HarvestedLog): number {
  try {
    const header = JSON.parse(text.slice(0, text.indexOf('\n'))) as { createdAt?: unknown };
    return typeof header.createdAt === 'number' ? header.createdAt : Infinity;
  } catch {
    return Infinity;
  }
}
