import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { openNetwork } from '../../harness/process/index.js';
import { neverAccept, refreshFiles, runScenario, type Run } from '../../harness/run/index.js';
import { loadScenario } from '../../harness/scenario/index.js';
import type { AgentProfile } from '../../harness/schema/index.js';
import { programPath, textsOf } from '../faulty-agents/booted.js';

interface Tried {
  run: Run;
  /** What each way came to, as the agent saw it. */
  saw: Record<string, unknown>;
}

interface Fixtures {
  /** A listener on the host's loopback, and what it was told. */
  listener: { port: number; heard: string[] };
  reachOut: (ways: string, profile?: Partial<AgentProfile>, runMode?: 'replay' | 'refresh') => Promise<Tried>;
}

const test = base.extend<Fixtures, { canSeal: boolean }>({
  canSeal: [
    async ({}, use) => {
      const network = await openNetwork();
      await network.close();
      await use(network.sealed);
    },
    { scope: 'worker' },
  ],
  listener: async ({}, use) => {
    const heard: string[] = [];
    const server = net.createServer((socket) =>
      socket
        .on('error', () => {})
        .on('data', (text) => {
          heard.push(String(text));
          socket.end('you are out');
        }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use({ port: (server.address() as net.AddressInfo).port, heard });
    server.close();
  },
  reachOut: async ({ listener }, use, testInfo) => {
    const dir = testInfo.outputPath('scenarios', 'out');
    await mkdir(dir, { recursive: true });
    const lines = [
      { type: 'fixture', fixture: 'input', schema: 1, scenario: 'out', description: 'It reaches out.', agent: 'out', seam: 'none' },
      { op: 'initialize' },
      { op: 'new_session' },
      { op: 'prompt', text: 'go' },
    ];
    await writeFile(path.join(dir, 'input.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await use(async (ways, profile = {}, runMode = 'replay') => {
      const command = ['{{node}}', programPath('reaches-out'), String(listener.port), ways];
      const run = await runScenario(
        await loadScenario(dir),
        { name: 'out', command, quiescence: 0, ...profile },
        {
          runMode,
          placeholders: { package: dir, root: dir, node: process.execPath },
          environment: process.env,
          ledger: testInfo.outputPath('ledger'),
        },
      );
      expect(run.failure).toBeUndefined();
      return { run, saw: JSON.parse(textsOf(run.frames).join('')) as Record<string, unknown> };
    });
  },
});

const hostsOf = (run: Run) =>
  run.network!.attempts.map(({ host, port, via }) => [via, port === undefined ? host : `${host}:${port}`].join(' '));

test('sealed: nothing gets out, by an address, a name, the proxy or a grandchild, and every attempt is told', async ({
  canSeal,
  listener,
  reachOut,
}) => {
  test.skip(!canSeal, 'no network namespaces here');
  const { run, saw } = await reachOut('listener,ip,dns,proxy,grandchild,id');
  expect(saw).toMatchObject({ listener: 'ECONNREFUSED', dns: 'ENOTFOUND', proxy: 403, id: String(process.getuid!()) });
  expect(JSON.parse(saw['grandchild'] as string)).toMatchObject({ listener: 'ECONNREFUSED', dns: 'ENOTFOUND' });
  expect(saw['ip']).not.toContain('answered');
  expect(listener.heard).toEqual([]);
  expect(run.network).toMatchObject({ sealed: true });
  expect(new Set(hostsOf(run))).toEqual(new Set(['direct 192.0.2.7:443', 'dns updates.example.com', 'proxy telemetry.example.com:443']));
  // By whom: the agent itself, and its grandchild.
  const by = run.network!.attempts.flatMap(({ host, by: who }) => (host === '192.0.2.7' ? [who] : []));
  expect(by).toHaveLength(2);
  expect(by[0]).toContain(`(pid ${run.pid})`);
  expect(by[1]).toMatch(/reaches-out\.mjs .* child \(pid \d+\)$/);
  const [problem] = run.networkProblems;
  expect(problem?.code).toBe('ACP_NETWORK_ATTEMPT');
  expect(problem?.summary).toContain('192.0.2.7:443');
  expect(problem?.summary).toContain('updates.example.com');
});

test('an attempt is never accepted by refresh; a host that the profile names with a reason is listed and passes', async ({ reachOut }) => {
  const { run } = await reachOut('proxy', {}, 'refresh');
  expect(neverAccept(run).map(({ code }) => code)).toEqual(['ACP_NETWORK_ATTEMPT']);
  expect(refreshFiles(run).write.size).toBe(0);
  const hosts = [{ host: '*.example.com', reason: 'its telemetry cannot be turned off' }];
  const allowed = await reachOut('proxy', { hosts }, 'refresh');
  expect(allowed.run.network!.attempts).toMatchObject([{ host: 'telemetry.example.com', via: 'proxy', reason: hosts[0]!.reason }]);
  expect(neverAccept(allowed.run)).toEqual([]);
});

test('not sealed: what goes past the proxy is missed, and the run says so', async ({ listener, reachOut }) => {
  const { run, saw } = await reachOut('listener,proxy,grandchild', { unsealed: 'a test of it' });
  expect(saw['listener']).toBe('answered you are out');
  expect(listener.heard).toHaveLength(2);
  expect(saw['proxy']).toBe(403);
  expect(run.network).toMatchObject({ sealed: false, why: 'the profile says: a test of it' });
  expect(hostsOf(run)).toEqual(['proxy telemetry.example.com:443']);
});

test('a sealed command that is not there, may not be executed or has no interpreter is told as an unsealed one', async ({
  canSeal,
  reachOut,
}, testInfo) => {
  test.skip(!canSeal, 'no network namespaces here');
  const plain = testInfo.outputPath('plain');
  const script = testInfo.outputPath('script');
  await writeFile(plain, 'true');
  await writeFile(script, '#!/nowhere/sh\ntrue', { mode: 0o755 });
  for (const command of [['no-such-agent'], ['/no/such/agent'], [plain], [script]]) {
    const codes: unknown[] = [];
    for (const unsealed of [{}, { unsealed: 'to compare' }]) {
      const error: unknown = await reachOut('id', { command, ...unsealed }).catch((thrown: unknown) => thrown);
      codes.push(String(error).match(/ACP_AGENT_\w+/)?.[0]);
    }
    expect(codes, command.join(' ')).toEqual([codes[1], codes[1]]);
    expect(codes[0]).toMatch(/^ACP_AGENT_NOT_/);
  }
});

test('exit code and signal of a sealed agent come through unchanged', async ({ canSeal, reachOut }) => {
  test.skip(!canSeal, 'no network namespaces here');
  const ends = async (end: string) => {
    const error: unknown = await reachOut('id', { command: ['/bin/sh', '-c', end] }).catch((thrown: unknown) => thrown);
    return String(error);
  };
  expect(await ends('exit 7')).toContain('exit code 7');
  expect(await ends('kill -s SEGV $$')).toContain('killed by SIGSEGV');
});
