import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type net from 'node:net';
import { expect, test } from '@playwright/test';
import { identify, readProcStat } from '../../harness/process/identity.js';
import { openNetwork, prepareNetwork, sweep, type AgentNetwork } from '../../harness/process/index.js';
import { openNamespace } from '../../harness/process/network/namespace.js';
import { findProgram } from '../../harness/process/find-program.js';

const run = async (enter: readonly string[], program: string, argument: string) => {
  const [file, ...args] = [...enter, process.execPath, '-e', program, argument];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  await once(child, 'close');
  return said.trim();
};

const GET = `fetch('http://127.0.0.1:' + process.argv[1]).then((r) => r.text()).catch((e) => e.cause.code).then(console.log)`;

test('a server that is listened for inside is reached from there, and from nowhere else', async () => {
  const network = await openNetwork();
  test.skip(!network.sealed, 'no network namespaces here');
  const handle = (await network.listen())!;
  const server = http.createServer((_, response) => response.end('inside'));
  server.listen(handle);
  const { port } = handle.address() as net.AddressInfo;
  try {
    expect(await run(network.enter, GET, String(port))).toBe('inside');
    expect(await run([], GET, String(port))).toBe('ECONNREFUSED');
    // The same the other way round.
    const outside = http.createServer((_, response) => response.end('outside')).listen(0, '127.0.0.1');
    await once(outside, 'listening');
    const other = String((outside.address() as net.AddressInfo).port);
    expect(await run([], GET, other)).toBe('outside');
    expect(await run(network.enter, GET, other)).toBe('ECONNREFUSED');
    outside.close();
  } finally {
    server.close();
    await network.close();
  }
});

test('a process that left its group and its folder is ended with the network it runs in', async () => {
  const network = await openNetwork();
  test.skip(!network.sealed, 'no network namespaces here');
  const [file, ...args] = [...network.enter, process.execPath, '-e', 'setInterval(() => {}, 1000)'];
  const child = spawn(file, args, { cwd: '/', detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  await expect.poll(() => readFile(`/proc/${child.pid}/cmdline`, 'utf8')).toContain('setInterval');
  expect(await network.close()).toEqual([child.pid]);
});

test('the next agent gets the namespace of the one before, without its attempts', async () => {
  const first = await openNetwork();
  test.skip(!first.sealed, 'no network namespaces here');
  await run(first.enter, `require('dns').lookup('a.example.com', () => {})`, '');
  await first.close();
  expect(first.attempts).toMatchObject([{ host: 'a.example.com', via: 'dns' }]);
  const second = await openNetwork();
  expect(second.enter).toEqual(first.enter);
  expect(second.attempts).toEqual([]);
  const beside = await openNetwork();
  expect(beside.enter, 'two at once never share one').not.toEqual(second.enter);
  await second.close();
  await beside.close();
});

test('a namespace that was opened ahead of need is taken, and opened once however often it is asked for', async ({}, testInfo) => {
  const ledger = testInfo.outputPath('ledger');
  // As a process that has prepared none yet: this one did where it replaces a worker, and an earlier repeat did.
  const AHEAD = Symbol.for('playwright-acp.network-ahead');
  const shared = globalThis as { [AHEAD]?: unknown };
  const before = shared[AHEAD];
  delete shared[AHEAD];
  prepareNetwork(ledger);
  prepareNetwork(ledger);
  const opened: AgentNetwork[] = [];
  const listed = () => readdir(ledger).catch(() => []);
  try {
    // Those that earlier tests left idle are taken first.
    do opened.push(await openNetwork());
    while (opened.at(-1)!.sealed && (await listed()).length === 0 && opened.length < 20);
    test.skip(!opened[0]!.sealed, 'no network namespaces here');
    const [file, ...others] = await listed();
    expect(others).toEqual([]);
    const { child } = JSON.parse(await readFile(`${ledger}/${file}`, 'utf8')) as { child: { pid: number } };
    while (!opened.at(-1)!.enter.includes(String(child.pid)) && opened.length < 20) opened.push(await openNetwork());
    expect(opened.at(-1)!.enter).toContain(String(child.pid));
  } finally {
    if (before !== undefined) shared[AHEAD] = before;
    for (const network of opened) await network.close();
  }
});

test('the holder of a namespace is in the ledger, and a sweep ends it where its owner is gone', async ({}, testInfo) => {
  const ledger = testInfo.outputPath('ledger');
  const network = await openNamespace(ledger).catch(() => undefined);
  test.skip(network === undefined, 'no network namespaces here');
  const [file] = await readdir(ledger);
  const entry = JSON.parse(await readFile(`${ledger}/${file}`, 'utf8')) as Record<string, unknown>;
  expect(entry).toMatchObject({ keeps: 'network', child: identify(network!.holder) });
  expect(await sweep(ledger)).toMatchObject({ kept: 1, processes: [] });
  // The owner is another one, who has ended.
  await writeFile(`${ledger}/${file}`, JSON.stringify({ ...entry, owner: { pid: 4_000_000, started: 'never' } }));
  expect(await sweep(ledger)).toMatchObject({ processes: [network!.holder] });
  expect(readProcStat(network!.holder)).toBeUndefined();
  await expect.poll(() => network!.open).toBe(false);
});

test('what is found is what the system would run', () => {
  expect(findProgram('sh', '/', '/nowhere:/bin')).toBe('/bin/sh');
  expect(findProgram('./sh', '/bin', undefined)).toBe('/bin/sh');
  expect(() => findProgram('bin', '/', '/')).toThrow('EACCES');
  expect(() => findProgram('no-such', '/', '/bin')).toThrow('ENOENT');
});
