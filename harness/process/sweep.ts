import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRunning, readProcStat } from './identity.js';
import { endProcessesIn } from './escapees.js';
import { groupRuns, signalGroup } from './group.js';
import { ledgerEntry, type LedgerEntry } from './ledger-entry.js';
import { waitUntil } from './wait.js';
import { removeFolder, SANDBOX_PREFIX } from './sandbox.js';

/** What a sweep did. */
export interface SweepReport {
  /** Pids ended: leaders of orphaned groups, and processes whose working directory lay in a swept folder. */
  processes: number[];
  /** Temporary folders removed. */
  folders: string[];
  /** Entries whose owner still runs, left alone. */
  kept: number;
  /** What could not be read or removed, in words. */
  problems: string[];
}

/**
 * Ends what killed workers left behind: processes whose owner is gone, then their temporary folders. A pid that was
 * given to another process since is left alone (the start time tells), and so is everything of an owner that runs.
 *
 * @param ledger folder of the ledger; a missing one holds nothing
 */
export async function sweep(ledger: string): Promise<SweepReport> {
  const report: SweepReport = { processes: [], folders: [], kept: 0, problems: [] };
  const orphaned: { file: string; entry: LedgerEntry }[] = [];
  for (const name of await readdir(ledger).catch(() => [])) {
    const file = path.join(ledger, name);
    const entry = name.endsWith('.json') ? await readEntry(file, report) : undefined;
    if (entry === undefined) continue;
    if (await isRunning(entry.owner)) report.kept++;
    else orphaned.push({ file, entry });
  }
  for (const { file, entry } of orphaned.filter(({ entry }) => entry.child !== undefined)) await sweepChild(file, entry, report);
  for (const { file, entry } of orphaned.filter(({ entry }) => entry.folder !== undefined)) await sweepFolder(file, entry.folder!, report);
  return report;
}

async function readEntry(file: string, report: SweepReport): Promise<LedgerEntry | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return ledgerEntry.parse(JSON.parse(text));
  } catch {
    report.problems.push(`${file}: not an entry of the ledger`);
    return undefined;
  }
}

async function sweepChild(file: string, entry: LedgerEntry, report: SweepReport): Promise<void> {
  const child = entry.child!;
  const leaderRuns = await isRunning(child);
  // A group outlives its leader, and its id is not given away while a member runs; where another process has the
  // leader's pid by now, the group is that one's. Only Linux tells the two apart.
  const orphanedGroup = process.platform === 'linux' && readProcStat(child.pid) === undefined && groupRuns(child.pid);
  if (leaderRuns || orphanedGroup) {
    signalGroup(child.pid, 'SIGKILL');
    report.processes.push(child.pid);
    await waitUntil(() => !groupRuns(child.pid), 2000);
  }
  await rm(file, { force: true });
}

async function sweepFolder(file: string, folder: string, report: SweepReport): Promise<void> {
  if (!path.isAbsolute(folder) || !path.basename(folder).startsWith(SANDBOX_PREFIX)) {
    report.problems.push(`${file}: names a folder that is not ours`);
    return;
  }
  report.processes.push(...endProcessesIn(folder));
  try {
    await removeFolder(folder);
    report.folders.push(folder);
    await rm(file, { force: true });
  } catch (error) {
    report.problems.push(error instanceof Error ? error.message : String(error));
  }
}
