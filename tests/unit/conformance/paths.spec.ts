import { expect, test } from '@playwright/test';
import { asks, exchange, findingsIn, inTurn, opened, rulesIn, toolCall, toolUpdate } from './build.js';

const capabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
const read = (fields: object) => asks(1, 'fs/read_text_file', { sessionId: 's', ...fields }, { content: '' });

for (const path of ['/a/b', 'C:\\a', 'c:/a', '\\\\server\\share']) {
  test(`absolute-path: ${path} is absolute`, async () => {
    expect(await rulesIn(inTurn(read({ path }), capabilities))).toEqual([]);
  });
}

for (const path of ['a/b', './a', '~/a', '', 'file:///a']) {
  test(`absolute-path: ${JSON.stringify(path)} is not`, async () => {
    expect(await findingsIn(inTurn(read({ path }), capabilities))).toMatchObject([
      { rule: 'absolute-path', severity: 'error', message: `path is not absolute: ${JSON.stringify(path)}` },
    ]);
  });
}

test('absolute-path: looks into locations, diffs, terminals, permissions and session lists', async () => {
  const tool = {
    locations: [{ path: '/ok' }, { path: 'a' }],
    content: [
      { type: 'content', content: { type: 'text', text: 'x' } },
      { type: 'diff', path: 'b', newText: '' },
    ],
  };
  const frames = [
    toolCall('t', tool),
    toolUpdate('t', { locations: [{ path: 'c' }] }),
    ...asks(
      1,
      'session/request_permission',
      { sessionId: 's', toolCall: { toolCallId: 't', locations: [{ path: 'd' }] }, options: [] },
      { outcome: { outcome: 'cancelled' } },
    ),
    ...asks(2, 'terminal/create', { sessionId: 's', command: 'ls', cwd: 'e' }, { terminalId: 'x' }),
    ...asks(4, 'terminal/release', { sessionId: 's', terminalId: 'x' }),
  ];
  const list = exchange(
    3,
    'session/list',
    {},
    {
      sessions: [
        { sessionId: 's', cwd: '/ok' },
        { sessionId: 't', cwd: 'f' },
      ],
    },
  );
  expect((await findingsIn([...inTurn(frames, capabilities), ...list])).map(({ message }) => message)).toEqual([
    'update.locations[1].path is not absolute: "a"',
    'update.content[1].path is not absolute: "b"',
    'update.locations[0].path is not absolute: "c"',
    'toolCall.locations[0].path is not absolute: "d"',
    'cwd is not absolute: "e"',
    'sessions[1].cwd is not absolute: "f"',
  ]);
});

test('line-number: lines count from 1', async () => {
  expect(await findingsIn(inTurn(read({ path: '/a', line: 0 }), capabilities))).toMatchObject([
    { rule: 'line-number', message: 'the line of path is 0; lines count from 1' },
  ]);
  expect(await rulesIn(inTurn(read({ path: '/a', line: 1 }), capabilities))).toEqual([]);
  expect(await rulesIn(inTurn([toolCall('t', { locations: [{ path: '/a', line: 0 }] })]))).toEqual(['line-number']);
});

test('says nothing of paths that are absent, nor of those the client sends', async () => {
  const terminal = [
    ...asks(2, 'terminal/create', { sessionId: 's', command: 'ls' }, { terminalId: 'x' }),
    ...asks(3, 'terminal/release', { sessionId: 's', terminalId: 'x' }),
  ];
  expect(await rulesIn(inTurn(terminal, capabilities))).toEqual([]);
  expect(await rulesIn([...opened(), ...exchange(3, 'session/load', { sessionId: 's', cwd: 'relative', mcpServers: [] })])).toEqual([]);
});
