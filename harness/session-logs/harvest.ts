import { join } from 'node:path';
import { sessionLogErrors } from '../errors/session-logs.js';
import { isTimeField } from '../normalize/index.js';
import type { SessionLogSource } from '../schema/index.js';
import { decodeFile } from './decode.js';
import { isObject } from './document.js';
import { findLogs } from './find.js';
import type { Load } from './peer.js';
import { readTables } from './sqlite.js';
import { groupBy } from '../surfaces/group-by.js';

/** The log of one session, decoded. */
export interface DecodedLog {
  readonly session: string;
  /** Where it came from: paths below the profile's folder. */
  readonly files: readonly string[];
  readonly records: readonly unknown[];
  /** A last record that was cut off. */
  readonly torn?: string;
}

export interface HarvestedLogs {
  /** Sessions in the order in which the client opened them, then those it never opened, by the first time they tell. */
  readonly logs: readonly DecodedLog[];
  /** Files that matched and belong to no session, as the profile says. */
  readonly leftOut: readonly string[];
}

export interface HarvestOptions {
  /** The profile's name, for errors. */
  readonly profile: string;
  /** `source.folder`, its placeholders filled. */
  readonly folder: string;
  /** Ids of the sessions the client opened, in order. */
  readonly opened: readonly string[];
  readonly load?: Load;
}

/** Records of one session out of one file. */
interface Part {
  readonly session: string;
  readonly file: string;
  readonly records: readonly unknown[];
  readonly torn?: string;
}

/**
 * Finds and decodes what an agent of another make logged, parted by session. To be called after the agent has ended:
 * its last writes count.
 *
 * @throws AcpError `ACP_SESSION_LOG_*`
 * @example
 * await harvestSessionLogs({ folder: '{{home}}/.codex/sessions', files: '**\/rollout-*.jsonl', format: 'jsonl' }, { profile: 'codex', folder, opened: ['0195…'] });
 * // { logs: [{ session: '0195…', files: ['2026/11/30/rollout-….jsonl'], records: [{ … }, …] }], leftOut: [] }
 */
export async function harvestSessionLogs(source: SessionLogSource, options: HarvestOptions): Promise<HarvestedLogs> {
  const parts: Part[] = [];
  const leftOut: string[] = [];
  for (const file of await findLogs(options.folder, source.files)) {
    const found = await partsOf(source, file, options);
    if (found.length === 0) leftOut.push(file);
    parts.push(...found);
  }
  const place = ({ session }: DecodedLog) => (options.opened.includes(session) ? options.opened.indexOf(session) : options.opened.length);
  const logs = joined(parts)
    .map((log) => ({ log, started: startedAt(log.records) }))
    .sort((a, b) => place(a.log) - place(b.log) || compare(a.started, b.started) || compare(a.log.session, b.log.session));
  return { logs: logs.map(({ log }) => log), leftOut };
}

async function partsOf(source: SessionLogSource, file: string, options: HarvestOptions): Promise<Part[]> {
  if (source.format !== 'sqlite') {
    const { records, torn } = await decodeFile(options.folder, file, source.format, options.load);
    // A file that was opened and never written holds no session yet.
    if (records.length === 0 && torn === undefined) return [];
    const session = sessionOf(source, file, records, options);
    return session === undefined ? [] : [{ session, file, records, ...(torn !== undefined && { torn }) }];
  }
  const rows = await readTables(join(options.folder, file), file, source.tables ?? [], options.load);
  const shared = sessionOf(
    source,
    file,
    rows.map(({ record }) => record),
    options,
  );
  // Rows that name no session stand with the first one that is named: they are about the database as a whole.
  const first = rows.find(({ session }) => session !== undefined)?.session ?? shared;
  const bySession = groupBy(rows, ({ session }) => session ?? first);
  return [...bySession].flatMap(([session, own]) =>
    session === undefined ? [] : [{ session, file, records: own.map(({ record }) => record) }],
  );
}

/** As the profile says, else the session whose id stands in the path or in the first record, else one of its own. */
function sessionOf(
  source: SessionLogSource,
  file: string,
  records: readonly unknown[],
  { opened, profile }: HarvestOptions,
): string | undefined {
  if (!source.session) {
    const first = JSON.stringify(records[0] ?? null);
    return opened.find((id) => file.includes(id)) ?? opened.find((id) => first.includes(JSON.stringify(id))) ?? file;
  }
  let session: unknown;
  try {
    session = source.session(file, records);
  } catch (error) {
    throw sessionLogErrors.profile(profile, file, `it threw ${String(error)}`);
  }
  if (session !== undefined && typeof session !== 'string')
    throw sessionLogErrors.profile(profile, file, `it gave ${session === null ? 'null' : `a value of type ${typeof session}`}`);
  return session;
}

/** Files of one session are one log, in the order of their names. */
function joined(parts: readonly Part[]): DecodedLog[] {
  return [...groupBy(parts, ({ session }) => session)].map(([session, own]) => {
    const torn = own.find((part) => part.torn !== undefined)?.torn;
    return {
      session,
      files: own.map(({ file }) => file),
      records: own.flatMap(({ records }) => records),
      ...(torn !== undefined && { torn }),
    };
  });
}

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** The first time that the first record tells, in ms; last where it tells none. */
function startedAt(records: readonly unknown[]): number {
  return firstTime(records[0], 3) ?? Infinity;
}

function firstTime(value: unknown, depth: number): number | undefined {
  if (!isObject(value) || depth === 0) return undefined;
  for (const [key, field] of Object.entries(value)) {
    if (isTimeField(key, field)) return milliseconds(field);
    const inside = firstTime(field, depth - 1);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Agents write seconds, milliseconds or ISO 8601. */
function milliseconds(time: unknown): number {
  if (typeof time === 'number') return time < 1e11 ? time * 1000 : time;
  const parsed = Date.parse(String(time));
  return Number.isNaN(parsed) ? Infinity : parsed;
}
