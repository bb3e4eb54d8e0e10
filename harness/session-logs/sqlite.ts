import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AcpError } from '../errors/acp-error.js';
import { sessionLogErrors } from '../errors/session-logs.js';
import type { SessionLogTable } from '../schema/index.js';
import { loadPeer, type Load } from './peer.js';

type Row = Record<string, unknown>;

interface Database {
  all(sql: string): Row[];
  exec(sql: string): void;
  close(): void;
}
type DatabaseClass = new (path: string, options: { fileMustExist: true }) => Database;

/** A row of a table as a record, and the session it names. */
export interface TableRow {
  readonly record: { readonly table: string; readonly row: Row };
  readonly session?: string;
}

/**
 * The rows of a SQLite database, table after table, each sorted as the profile says. Read from a copy, with the
 * write-ahead log beside it: opening a database may write to it, and these files are the agent's.
 *
 * @throws AcpError `ACP_SESSION_LOG_PACKAGE`, `ACP_SESSION_LOG_DAMAGED`, `ACP_SESSION_LOG_TABLE`
 */
export async function readTables(path: string, file: string, tables: readonly SessionLogTable[], load?: Load): Promise<TableRow[]> {
  const { Database } = (await loadPeer('node-sqlite3-wasm', 'sqlite', load)) as { Database: DatabaseClass };
  const folder = await mkdtemp(join(tmpdir(), 'playwright-acp-log-'));
  try {
    const copy = join(folder, 'log.db');
    await copyFile(path, copy);
    for (const beside of ['-wal', '-journal']) await copyFile(path + beside, copy + beside).catch(() => undefined);
    return read(copy, file, tables, Database);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function read(copy: string, file: string, tables: readonly SessionLogTable[], Database: DatabaseClass): TableRow[] {
  let database: Database | undefined;
  try {
    database = new Database(copy, { fileMustExist: true });
    // The copy is ours alone. Without shared memory a database with a write-ahead log opens in no other way.
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    const open = database;
    return tables.flatMap((table) => rowsOf(open, file, table));
  } catch (error) {
    if (error instanceof AcpError) throw error;
    throw sessionLogErrors.damaged(file, undefined, `SQLite: ${(error as Error).message}`);
  } finally {
    database?.close();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function rowsOf(database: Database, file: string, table: SessionLogTable): TableRow[] {
  const { name, orderBy, session } = table;
  const json = new Set(table.json);
  checkNames(database, file, table);
  const order = orderBy.length > 0 ? ` ORDER BY ${orderBy.map(quoted).join(', ')}` : '';
  return database.all(`SELECT * FROM ${quoted(name)}${order}`).map((row) => {
    const copy = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value, json.has(column))]));
    const owner = session === undefined ? undefined : row[session];
    return { record: { table: name, row: copy }, ...(typeof owner === 'string' && { session: owner }) };
  });
}

/** SQLite takes an unknown quoted name for a text, and would sort by nothing. */
function checkNames(database: Database, file: string, { name, orderBy, json = [], session }: SessionLogTable): void {
  const names = (sql: string): string[] => database.all(sql).map((row) => String(row['name']));
  const tables = names("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
  if (!tables.includes(name)) throw sessionLogErrors.table(file, `table ${name}`, tables);
  const columns = names(`PRAGMA table_info(${quoted(name)})`);
  const unknown = [...orderBy, ...json, ...(session === undefined ? [] : [session])].find((column) => !columns.includes(column));
  if (unknown !== undefined) throw sessionLogErrors.table(file, `column ${unknown} of table ${name}`, columns);
}

/** A value that JSON can hold. A JSON column that holds something else stays as it is, so that it shows. */
function plain(value: unknown, isJson: boolean): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (!isJson || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
