import { basename, dirname, join } from 'node:path';

/** Path of the journal that says a scenario directory is being replaced. */
export function journalOf(dir: string): string {
  return join(dirname(dir), `.${basename(dir)}.acp-swap`);
}

/** The journal while process `pid` finishes a swap that another one began: a rename that only one of several can make. */
export function takenJournalOf(dir: string, pid: number): string {
  return `${journalOf(dir)}.${pid}`;
}

/** Where the new and the old directory stand during the swap. They carry the pid, so that no live writer is disturbed. */
export function nextOf(dir: string, pid: number): string {
  return join(dirname(dir), `.${basename(dir)}.acp-next.${pid}`);
}

export function oldOf(dir: string, pid: number): string {
  return join(dirname(dir), `.${basename(dir)}.acp-old.${pid}`);
}

/** Takes the name of a journal or temporary directory apart; undefined for any other name. */
export function parseSwapName(name: string): { scenario: string; role: 'swap' | 'next' | 'old'; pid?: number } | undefined {
  const match = /^\.(.+)\.acp-(swap|next|old)(?:\.(\d+))?$/.exec(name);
  if (!match) return undefined;
  const role = match[2] as 'swap' | 'next' | 'old';
  return match[3] === undefined ? { scenario: match[1]!, role } : { scenario: match[1]!, role, pid: Number(match[3]) };
}
