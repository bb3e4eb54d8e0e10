import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Sqlite from 'node-sqlite3-wasm';
import type { SessionLogTable } from '../../../harness/schema/index.js';
import { loadPeer } from '../../../harness/session-logs/peer.js';
import { expect, test } from './support.js';

const TABLES: SessionLogTable[] = [
  { name: 'session', orderBy: ['created'], session: 'id' },
  { name: 'message', orderBy: ['created', 'id'], json: ['data'], session: 'session_id' },
  { name: 'project', orderBy: ['id'] },
];
const LOGS = { files: '*.db', format: 'sqlite', tables: TABLES } as const;

/** A database as an agent leaves it that was killed: the last rows stand in the write-ahead log only. */
async function writeDatabase(folder: string): Promise<void> {
  const { Database } = (await loadPeer('node-sqlite3-wasm', 'sqlite')) as unknown as typeof Sqlite;
  const made = join(folder, 'made.sqlite');
  const database = new Database(made);
  database.exec('PRAGMA locking_mode=EXCLUSIVE');
  database.exec('PRAGMA journal_mode=WAL');
  database.exec('CREATE TABLE session (id TEXT, created INTEGER, title TEXT)');
  database.exec('CREATE TABLE message (id TEXT, session_id TEXT, created INTEGER, data TEXT)');
  database.exec('CREATE TABLE project (id TEXT, size INTEGER, picture BLOB)');
  database.run('INSERT INTO session VALUES (?,?,?), (?,?,?)', ['ses_b', 2, 'second', 'ses_a', 1, null]);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.run('INSERT INTO message VALUES (?,?,?,?)', ['m2', 'ses_a', 2, '{"role":"agent","parts":[1]}']);
  database.run('INSERT INTO message VALUES (?,?,?,?)', ['m1', 'ses_a', 1, '{"role":"user"}']);
  database.run('INSERT INTO message VALUES (?,?,?,?)', ['m3', 'ses_b', 1, 'no JSON']);
  database.run('INSERT INTO project VALUES (?,?,?)', ['p', 2n ** 60n, Buffer.from([1, 2])]);
  await copyFile(made, join(folder, 'log.db'));
  await copyFile(`${made}-wal`, join(folder, 'log.db-wal'));
  database.close();
}

const SES_A = [
  { table: 'session', row: { id: 'ses_a', created: 1, title: null } },
  { table: 'message', row: { id: 'm1', session_id: 'ses_a', created: 1, data: { role: 'user' } } },
  { table: 'message', row: { id: 'm2', session_id: 'ses_a', created: 2, data: { role: 'agent', parts: [1] } } },
];
const SES_B = [
  { table: 'session', row: { id: 'ses_b', created: 2, title: 'second' } },
  { table: 'message', row: { id: 'm3', session_id: 'ses_b', created: 1, data: 'no JSON' } },
];
const PROJECT = { table: 'project', row: { id: 'p', size: String(2n ** 60n), picture: { base64: 'AQI=' } } };

test('rows are sorted, decoded and parted by session, those in the write-ahead log too, and the files are left as they were', async ({
  logs,
}) => {
  await writeDatabase(logs.path);
  const before = await Promise.all(['log.db', 'log.db-wal'].map((file) => readFile(join(logs.path, file))));
  const { logs: found } = await logs.harvest(LOGS, { opened: ['ses_b', 'ses_a'] });
  expect(found).toEqual([
    { session: 'ses_b', files: ['log.db'], records: SES_B },
    { session: 'ses_a', files: ['log.db'], records: [...SES_A, PROJECT] },
  ]);
  expect(await Promise.all(['log.db', 'log.db-wal'].map((file) => readFile(join(logs.path, file))))).toEqual(before);
});

test('without a column that names the session all rows are one log', async ({ logs }) => {
  await writeDatabase(logs.path);
  const tables = [{ name: 'message', orderBy: [], json: ['data'] }];
  const { logs: found } = await logs.harvest({ ...LOGS, tables, session: () => 'whole' });
  expect(found.map(({ session, records }) => [session, records.length])).toEqual([['whole', 3]]);
});

for (const [what, table, holds] of [
  ['table part', { name: 'part', orderBy: [] }, 'message, project, session'],
  ['column when of table message', { name: 'message', orderBy: ['when'] }, 'id, session_id, created, data'],
  ['column body of table message', { name: 'message', orderBy: [], json: ['body'] }, 'id, session_id, created, data'],
  ['column owner of table message', { name: 'message', orderBy: [], session: 'owner' }, 'id, session_id, created, data'],
] as const)
  test(`an unknown name is told with those there are: ${what}`, async ({ logs }) => {
    await writeDatabase(logs.path);
    await expect(logs.harvest({ ...LOGS, tables: [table] })).rejects.toMatchObject({
      code: 'ACP_SESSION_LOG_TABLE',
      problem: {
        facts: [
          ['file', 'log.db'],
          ['named', what],
          ['holds', holds],
        ],
      },
    });
  });

test('a file that is no database is refused', async ({ logs }) => {
  await logs.write('log.db', 'no database at all '.repeat(100));
  await expect(logs.harvest(LOGS)).rejects.toMatchObject({ code: 'ACP_SESSION_LOG_DAMAGED' });
});

test('without node-sqlite3-wasm the error names the command that installs it', async ({ logs }) => {
  await writeDatabase(logs.path);
  const load = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }));
  await expect(logs.harvest(LOGS, { load })).rejects.toMatchObject({
    code: 'ACP_SESSION_LOG_PACKAGE',
    message: expect.stringContaining('npm i -D node-sqlite3-wasm'),
  });
});
