import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures/inline.js';

const policy = readFileSync(new URL('../../layers/network-policy.ts', import.meta.url), 'utf8');

const CONFIG = `
import { defineConfig } from '@playwright/test';
import { holdToNetworkPolicy } from './network-policy.js';
holdToNetworkPolicy({ closed: 'no-socket', loopback: 'loopback' });
export default defineConfig({ projects: [{ name: 'closed' }, { name: 'loopback' }], fullyParallel: true });
`;

/** Planted breaches; each swallows what it is told, as code under test might. */
const SPEC = `
import dgram from 'node:dgram';
import net from 'node:net';
import { test } from '@playwright/test';

const opened = (socket) => new Promise((done) => socket.once('error', done).once('connect', done).once('listening', done)).finally(() => socket.destroy?.() ?? socket.close());
const ways = {
  'connects to loopback': () => opened(net.connect(9, '127.0.0.1')),
  'connects by options': () => opened(net.connect({ port: 9, host: 'localhost' })),
  'fetches from loopback': () => fetch('http://127.0.0.1:8127/'),
  'listens on loopback': () => opened(net.createServer().listen(0, '127.0.0.1')),
  'listens on any address': () => opened(net.createServer().listen(0)),
  'connects elsewhere': () => opened(net.connect(9, '192.0.2.1')),
  'fetches from elsewhere': () => fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(50) }),
  'sends a datagram elsewhere': async () => dgram.createSocket('udp4').send('x', 9, '192.0.2.1').close(),
  'opens a path': () => opened(net.createServer().listen(test.info().outputPath('s'))),
  'opens nothing': async () => {},
};
for (const [name, way] of Object.entries(ways)) test(name, async () => { try { await way(); } catch {} });
`;

const LOOPBACK = ['connects to loopback', 'connects by options', 'fetches from loopback', 'listens on loopback'];
const ELSEWHERE = ['listens on any address', 'connects elsewhere', 'fetches from elsewhere', 'sends a datagram elsewhere'];

test('a layer is held to its network policy, also where the breach is swallowed', async ({ runInlineTest }) => {
  const { specs, exitCode } = await runInlineTest({
    'playwright.config.ts': CONFIG,
    'network-policy.ts': policy.replace(
      "import type { NetworkPolicy } from './layers.js';",
      "type NetworkPolicy = 'no-socket' | 'loopback';",
    ),
    'ways.spec.ts': SPEC,
  });
  expect(exitCode).toBe(1);
  // One spec holds its tests of all projects.
  const tests = specs.flatMap(({ title, tests: ofSpec }) => ofSpec.map((each) => ({ title, ...each })));
  const red = (project: string) =>
    tests
      .filter(({ projectName, status }) => projectName === project && status === 'unexpected')
      .map(({ title }) => title)
      .sort();
  expect(red('closed')).toEqual([...LOOPBACK, ...ELSEWHERE].sort());
  expect(red('loopback')).toEqual([...ELSEWHERE].sort());
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message }) => message ?? '')));
  expect(errors.join('\n')).toContain('opens no socket: a connection to 127.0.0.1:9.');
  expect(errors.join('\n')).toContain('reaches nothing but loopback: a server on any address:0.');
});
