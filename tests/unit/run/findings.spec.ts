import { expect, test } from '@playwright/test';
import { findingsOf } from '../../../harness/run/findings.js';
import type { AgentProfile, InputHeader } from '../../../harness/schema/index.js';

const PROFILE: AgentProfile = { name: 'x', command: ['x'] };
const HEADER: InputHeader = { type: 'fixture', fixture: 'input', schema: 1, scenario: 's', description: 'd', agent: 'x', seam: 'none' };
const log = (id: string, ...events: object[]) =>
  [{ type: 'session', version: 0, id, createdAt: 1, cwd: '/w', delegationDepth: 0 }, ...events]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
const TURN = [
  { type: 'turn/start', seq: 0, time: 1, data: { turn: 1 } },
  { type: 'turn/end', seq: 1, time: 2, data: { turn: 1 } },
];

const findings = (logs: { session: string; text: string; torn?: string }[], header = HEADER) =>
  findingsOf({ frames: [], logs, decisions: [] }, PROFILE, header, ['logs']);

test('a log that lies under the name of the session it is of has no finding', async () => {
  expect(await findings([{ session: 's-1', text: log('s-1', ...TURN) }])).toEqual([]);
});

test('log-id tells a log whose header names another session than the one it lies under', async () => {
  expect(await findings([{ session: 's-1', text: log('s-2', ...TURN) }])).toEqual([
    { rule: 'log-id', severity: 'error', message: 's-1.jsonl: its header names session s-2', allowed: false },
  ]);
});

test('log-id of two logs that were exchanged is told for both, and a header may allow it by name', async () => {
  const swapped = [
    { session: 's-1', text: log('s-2', ...TURN) },
    { session: 's-2', text: log('s-1', ...TURN) },
  ];
  const allowing = { ...HEADER, allow: [{ finding: 'log-id', reason: 'for the test' }] };
  expect((await findings(swapped, allowing)).map(({ rule, message, allowed }) => [rule, message, allowed])).toEqual([
    ['log-id', 's-1.jsonl: its header names session s-2', true],
    ['log-id', 's-2.jsonl: its header names session s-1', true],
  ]);
});

test('a log that was cut off, and one that is none, are told', async () => {
  const found = await findings([
    { session: 's-1', text: log('s-1', ...TURN), torn: '{"type":' },
    { session: 's-2', text: 'nonsense\n' },
  ]);
  expect(found.map(({ rule }) => rule)).toEqual(['log-torn', 'log-unreadable']);
});

test('an end that is none, an end by a signal and what was left behind are told', async () => {
  const exit = { exitCode: 0, signal: null, shutdown: 'stdin-end', endedLeftovers: false, drained: true } as const;
  const rules = async (over: object) =>
    (await findingsOf({ frames: [], logs: [], decisions: [], exit: { ...exit, ...over } }, PROFILE, HEADER, ['end'])).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  expect(await rules({})).toEqual([]);
  expect(await rules({ shutdown: 'exited-early', exitCode: 3 })).toEqual(['agent-crash error']);
  expect(await rules({ shutdown: 'killed', signal: 'SIGKILL', exitCode: null })).toEqual(['agent-hang error']);
  expect(await rules({ signal: 'SIGSEGV', exitCode: null })).toEqual(['agent-crash error']);
  expect(await rules({ endedLeftovers: true, drained: false })).toEqual(['process-left warning', 'pipe-held warning']);
});
