import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { canariesOf, secretsOf } from '../../../harness/run/canaries.js';
import { identityOf, redactedIn } from '../../../harness/run/identity.js';
import { makePlan } from '../../../harness/run/plan.js';
import type { Scenario } from '../../../harness/scenario/index.js';

test('an identity is what the environment says, and what the system says', () => {
  const identity = identityOf({ HOME: '/home/mallory', USER: 'mallory', HOSTNAME: 'box.example.org' });
  expect(identity.homes).toEqual([...new Set(['/home/mallory', homedir()])]);
  expect(identity.users[0]).toBe('mallory');
  expect(identity.hosts).toEqual([...new Set(['box.example.org', 'box', hostname(), hostname().split('.')[0]!])]);
  expect(identityOf({ HOME: '' }).homes).toEqual([homedir()]);
});

const IDENTITY = { homes: ['/home/mallory'], users: ['mallory'], hosts: ['box'] };

test('only what was redacted in the expectation is redacted in a request', () => {
  expect(redactedIn(['nothing here'], IDENTITY)).toEqual({ homes: [], users: [], hosts: [] });
  expect(redactedIn(['a', 'in [redacted:home]/x'], IDENTITY)).toEqual({ ...IDENTITY, users: [], hosts: [] });
  expect(redactedIn(['[redacted:user]@[redacted:host]'], IDENTITY)).toEqual({ ...IDENTITY, homes: [] });
});

test('canaries are the values off the allow-list, from eight characters on, each with the name of its variable', () => {
  const environment = {
    PATH: '/usr/bin:/bin',
    LANG: 'de_DE.UTF-8',
    SHORT: '1234567',
    DEPLOY_NOTE: 'a value nobody knows',
    NODE_AUTH_TOKEN: 'token-token-token',
    BASE_URL: 'https://example.org',
    EMPTY: undefined,
  };
  const { canaries, variables } = canariesOf(environment, ['BASE_URL']);
  expect(canaries).toEqual(['a value nobody knows', 'token-token-token']);
  expect([...variables.values()]).toEqual(['DEPLOY_NOTE', 'NODE_AUTH_TOKEN']);
  expect(secretsOf(environment).canaries).toContain('https://example.org');
});

const test_ = test.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-plan-')));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

for (const [requests, runMode, identity] of [
  [undefined, 'record', IDENTITY],
  [undefined, 'replay', IDENTITY],
  ['{"text":"in [redacted:home]"}\n', 'replay', { homes: ['/home/mallory'], users: [], hosts: [] }],
  ['{"text":"for mallory"}\n', 'replay', { homes: [], users: [], hosts: [] }],
  ['{"text":"for mallory"}\n', 'record', IDENTITY],
] as const) {
  test_(`the plan of a ${runMode} carries the identity that ${requests ?? 'no expectation'} asks for`, async ({ folder }) => {
    if (requests !== undefined) await writeFile(join(folder, 'requests.expected.jsonl'), requests);
    const expected = new Map(requests === undefined ? [] : [['requests.expected.jsonl', Buffer.from(requests)]]);
    const scenario = { name: 's', dir: folder, header: { seam: 'session' }, files: { sources: ['log'], expected, logs: new Map() } };
    const sandbox = { run: folder, cwd: '/w', home: '/h', tmp: '/t' };
    const plan = await makePlan(scenario as unknown as Scenario, sandbox as never, { runMode, identity: IDENTITY });
    expect(plan.identity).toEqual(identity);
    expect(plan.sources).toEqual(runMode === 'record' ? [] : ['log']);
  });
}

test_('a plan without an identity carries none', async ({ folder }) => {
  const scenario = { name: 's', dir: folder, header: { seam: 'session' }, files: { sources: [], expected: new Map(), logs: new Map() } };
  const plan = await makePlan(scenario as unknown as Scenario, { run: folder, cwd: '/w', home: '/h', tmp: '/t' } as never, {
    runMode: 'replay',
  });
  expect(plan).not.toHaveProperty('identity');
});
