import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jsonl, test } from './support.js';

const LOGS = { files: '**/*.jsonl', format: 'jsonl' } as const;

test('finds logs by glob at any depth, and reads what is no strict JSONL too', async ({ logs }) => {
  await logs.write('2026/11/30/rollout-a.jsonl', `\uFEFF{"n":1}\r\n\n{"n":2}`);
  await logs.write('2026/11/30/other.jsonl', jsonl({ n: 3 }));
  await logs.write('notes.txt', 'no log');
  const { logs: found, leftOut } = await logs.harvest({ files: '**/rollout-*.jsonl', format: 'jsonl' });
  expect(found).toEqual([{ session: '2026/11/30/rollout-a.jsonl', files: ['2026/11/30/rollout-a.jsonl'], records: [{ n: 1 }, { n: 2 }] }]);
  expect(leftOut).toEqual([]);
});

for (const [glob, finds] of [
  ['*.jsonl', ['a.jsonl']],
  ['**/*.jsonl', ['a.jsonl', 'x/b.jsonl', 'x/y/c.jsonl']],
  ['x/**', ['x/b.jsonl', 'x/y/c.jsonl']],
  ['x/?.jsonl', ['x/b.jsonl']],
  ['**/{a,c}.jsonl', ['a.jsonl', 'x/y/c.jsonl']],
  ['x/(b).jsonl', []],
  ['{a.jsonl', []],
] as const)
  test(`the glob ${glob} finds ${finds.join(', ') || 'nothing'}`, async ({ logs }) => {
    for (const file of ['a.jsonl', 'x/b.jsonl', 'x/y/c.jsonl']) await logs.write(file, jsonl({ n: 1 }));
    const { logs: found } = await logs.harvest({ files: glob, format: 'jsonl' });
    expect(found.flatMap(({ files }) => files)).toEqual(finds);
  });

test('a folder that is not there holds no logs', async ({ logs }) => {
  expect(await logs.harvest(LOGS, { folder: join(logs.path, 'none') })).toEqual({ logs: [], leftOut: [] });
});

test('links are not followed', async ({ logs }) => {
  await logs.write('outside.txt', jsonl({ secret: true }));
  await symlink(join(logs.path, 'outside.txt'), join(logs.path, 'a.jsonl'));
  expect((await logs.harvest(LOGS)).logs).toEqual([]);
});

test('a last line that was cut is told and kept apart; damage further up is refused with its place', async ({ logs }) => {
  await logs.write('a.jsonl', `${jsonl({ n: 1 })}{"n":`);
  expect((await logs.harvest(LOGS)).logs).toMatchObject([{ records: [{ n: 1 }], torn: '{"n":' }]);
  await logs.write('a.jsonl', `${jsonl({ n: 1 })}{"n":\n${jsonl({ n: 3 })}`);
  await expect(logs.harvest(LOGS)).rejects.toMatchObject({
    code: 'ACP_SESSION_LOG_DAMAGED',
    problem: {
      facts: [
        ['at', 'a.jsonl:2'],
        ['because', 'the line is not JSON'],
      ],
    },
  });
});

test('bytes that are no UTF-8 are refused, and never guessed', async ({ logs }) => {
  await logs.write('a.jsonl', Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  await expect(logs.harvest(LOGS)).rejects.toMatchObject({ code: 'ACP_SESSION_LOG_DAMAGED' });
});

test('an empty file is left out and told', async ({ logs }) => {
  await logs.write('a.jsonl', '');
  expect(await logs.harvest(LOGS)).toEqual({ logs: [], leftOut: ['a.jsonl'] });
});

test('a JSON document becomes records: its fields, then each object of its lists', async ({ logs }) => {
  await logs.write('s.json', JSON.stringify({ id: 's', tags: ['x'], empty: [], messages: [{ role: 'user' }, { role: 'agent' }] }));
  await logs.write('t.json', JSON.stringify([{ n: 1 }, 2]));
  await logs.write('u.json', '"text"');
  await logs.write('v.json', ' ');
  const { logs: found, leftOut } = await logs.harvest({ files: '*.json', format: 'json' });
  expect(found.map(({ records }) => records)).toEqual([
    [{ id: 's', tags: ['x'], empty: [] }, { messages: { role: 'user' } }, { messages: { role: 'agent' } }],
    [{ n: 1 }, 2],
    ['text'],
  ]);
  expect(leftOut).toEqual(['v.json']);
  await logs.write('w.json', '{"cut":');
  await expect(logs.harvest({ files: 'w.json', format: 'json' })).rejects.toMatchObject({ code: 'ACP_SESSION_LOG_DAMAGED' });
});

test('$set lines fold: fields into the first record, a list of records in place of those so far, a saved record in its own place', async ({
  logs,
}) => {
  await logs.write(
    'a.jsonl',
    jsonl(
      { sessionId: 's', title: null },
      { id: 'old', text: 'gone' },
      { $set: { messages: [{ id: 'm1', text: 'context' }] } },
      { id: 'm2', text: 'hi' },
      { $set: { title: 't', tags: ['a'] } },
      { id: 'm2', text: 'hi', done: true },
      { $rewindTo: 'm2' },
      { id: 'm3' },
      { $set: { lastUpdated: 'now' } },
    ),
  );
  expect((await logs.harvest({ files: '*', format: 'jsonl-set' })).logs[0]!.records).toEqual([
    { sessionId: 's', title: 't', tags: ['a'], lastUpdated: 'now' },
    { id: 'm1', text: 'context' },
    { id: 'm2', text: 'hi', done: true },
    { $rewindTo: 'm2' },
    { id: 'm3' },
  ]);
});

test('$set lines alone, and none at all', async ({ logs }) => {
  await logs.write('a.jsonl', jsonl({ $set: { title: 't' } }, 'text'));
  await logs.write('b.jsonl', jsonl([1]));
  const { logs: found } = await logs.harvest({ files: '*', format: 'jsonl-set' });
  expect(found.map(({ records }) => records)).toEqual([[{ title: 't' }, 'text'], [[1]]]);
});
