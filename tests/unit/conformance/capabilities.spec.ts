import { expect, test } from '@playwright/test';
import { asks, findingsIn, inTurn, rulesIn, update } from './build.js';

const read = asks(1, 'fs/read_text_file', { sessionId: 's', path: '/a' }, { content: '' });
const write = asks(2, 'fs/write_text_file', { sessionId: 's', path: '/a', content: '' });

test('fs-not-advertised: fs methods need their capability', async () => {
  expect(await findingsIn(inTurn([...read, ...write]))).toMatchObject([
    { rule: 'fs-not-advertised', message: 'fs/read_text_file, but the client does not advertise fs.readTextFile' },
    { rule: 'fs-not-advertised', message: 'fs/write_text_file, but the client does not advertise fs.writeTextFile' },
  ]);
  expect(await rulesIn(inTurn([...read, ...write], { fs: { readTextFile: true, writeTextFile: false } }))).toEqual(['fs-not-advertised']);
  expect(await rulesIn(inTurn([...read, ...write], { fs: { readTextFile: true, writeTextFile: true } }))).toEqual([]);
});

test('terminal-not-advertised: terminals need their capability', async () => {
  const terminal = [
    ...asks(1, 'terminal/create', { sessionId: 's', command: 'ls' }, { terminalId: 't' }),
    ...asks(2, 'terminal/release', { sessionId: 's', terminalId: 't' }),
  ];
  expect(await rulesIn(inTurn(terminal))).toEqual(['terminal-not-advertised', 'terminal-not-advertised']);
  expect(await rulesIn(inTurn(terminal, { terminal: true }))).toEqual([]);
});

test('elicitation-not-advertised: each mode needs its own', async () => {
  const form = asks(
    1,
    'elicitation/create',
    { sessionId: 's', message: 'm', mode: 'form', requestedSchema: { type: 'object', properties: {} } },
    { action: 'cancel' },
  );
  expect(await rulesIn(inTurn(form, { elicitation: {} }))).toEqual(['elicitation-not-advertised']);
  expect(await rulesIn(inTurn(form, { elicitation: { url: {}, form: null } }))).toEqual(['elicitation-not-advertised']);
  expect(await rulesIn(inTurn(form, { elicitation: { form: {} } }))).toEqual([]);
});

test('update-not-advertised: notices and compaction need theirs', async () => {
  const notice = update({ sessionUpdate: 'notice', severity: 'info', title: 't' });
  const compaction = update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' });
  expect(await rulesIn(inTurn([notice, compaction], { session: { compaction: null } }))).toEqual([
    'update-not-advertised',
    'update-not-advertised',
  ]);
  expect(await findingsIn(inTurn([notice]))).toMatchObject([
    { rule: 'update-not-advertised', message: 'notice, but the client does not advertise session.notices' },
  ]);
  expect(await rulesIn(inTurn([notice, compaction], { session: { notices: {}, compaction: {} } }))).toEqual([]);
});

test('asks no capability for anything else', async () => {
  expect(
    await rulesIn(
      inTurn([
        ...asks(1, '_x', {}),
        ...asks(
          2,
          'session/request_permission',
          { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] },
          { outcome: { outcome: 'cancelled' } },
        ),
      ]),
    ),
  ).toEqual(['permission-before-tool-call']);
});
