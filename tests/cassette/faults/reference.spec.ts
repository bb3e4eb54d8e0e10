import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { referenceAgent } from '../../../harness/profiles/index.js';
import { faultTable, runFault } from '../../../harness/run/index.js';
import { loadScenario } from '../../../harness/scenario/index.js';

const root = resolve(import.meta.dirname, '../../..');
const common = { placeholders: { package: root, root, node: process.execPath }, environment: process.env };
const load = (name: string) => loadScenario(join(root, 'tests/snapshots', name));

test('the live adapter meets each fault: no broken reply is taken for a finished one', async () => {
  test.slow();
  const { rows, agentVersion } = await faultTable(await load('text-turn'), referenceAgent, { ...common, concurrency: 2, wait: 5_000 });
  expect(agentVersion).toMatch(/^reference-agent \d/);
  const failed = (code: string, retries = 2) => ({
    end: 'answered',
    error: { code: -32603 },
    retries,
    log: { files: 1, turn: `error ${code}` },
  });
  expect(Object.fromEntries(rows.map(({ record }) => [record.fault, record]))).toMatchObject({
    '401': failed('AUTH', 0),
    '429': failed('RATE_LIMIT'),
    '500': failed('SERVER'),
    refused: failed('TRANSPORT'),
    'reset-before': failed('TRANSPORT'),
    'reset-after': failed('TRANSPORT'),
    truncated: failed('INCOMPLETE_STREAM'),
    malformed: failed('INCOMPLETE_STREAM'),
    stall: { end: 'cancelled', stopReason: 'cancelled', log: { turn: 'aborted' } },
    'slow-drip': { end: 'answered', stopReason: 'end_turn', retries: 0, log: { turn: 'completed' } },
    'duplicate-finish': failed('SERVER'),
    'finish-missing': failed('INCOMPLETE_STREAM'),
  });
  for (const { record, wrong } of rows) {
    expect(wrong, record.fault).toBeUndefined();
    expect(record.exit).toEqual({ exitCode: 0, signal: null, shutdown: 'stdin-end' });
    // Addresses of this run are tokens.
    expect(JSON.stringify(record)).not.toContain('127.0.0.1');
  }
  // As it was recorded, in the pieces it came in.
  const drip = rows.find(({ record }) => record.fault === 'slow-drip')!.record;
  expect(drip.said).toBe('Hello! It is good to meet you — 你好 👋.');
});

test('a provider that goes away in mid-turn: what was done stays, the turn fails, nothing is left', async () => {
  const { record, run } = await runFault(await load('tool-call'), referenceAgent, { ...common, fault: 'refused', call: 2 });
  expect(record).toMatchObject({ call: 2, end: 'answered', error: { code: -32603 }, retries: 2, log: { turn: 'error TRANSPORT' } });
  expect(record.error!.message).toContain('ECONNREFUSED {{provider}}');
  expect(record.left).toBeUndefined();
  expect(run.frames.some(({ raw }) => raw.includes('"sessionUpdate":"tool_call_update"'))).toBe(true);
});

test('a fault that passes is got over inside the step', async () => {
  const { record } = await runFault(await load('text-turn'), referenceAgent, { ...common, fault: 'reset-after:2', times: 1 });
  expect(record).toMatchObject({
    times: 1,
    chunks: { sent: 2 },
    end: 'answered',
    stopReason: 'end_turn',
    retries: 1,
    log: { turn: 'completed' },
  });
});

test('an agent whose profile does not say where its live adapter looks is told so', async () => {
  const { baseUrl: _, ...session } = referenceAgent.session!;
  await expect(runFault(await load('text-turn'), { ...referenceAgent, session }, { ...common, fault: '429' })).rejects.toMatchObject({
    code: 'ACP_FAULT_NO_PROVIDER',
    message: expect.stringContaining('session.baseUrl'),
  });
});
