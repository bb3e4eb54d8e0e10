import { expect } from '@playwright/test';
import { faultTable, runFault, type FaultRunOptions } from '../../../harness/run/index.js';
import { loadScenario } from '../../../harness/scenario/index.js';
import { faultRecord, type AgentProfile, type FaultRecord } from '../../../harness/schema/index.js';
import { foreignAgent } from '../../foreign-agents/profiles.js';
import { author, record, root, test } from '../provider-seam/support.js';

const placeholders = { package: root, root, node: process.execPath };
const REPORT = { path: 'report.txt', text: 'Three findings.\n' };
const CASSETTE = [
  { type: 'reply', text: 'I write it, and then I say so.', toolCalls: [{ name: 'write_file', arguments: REPORT }] },
  { type: 'reply', text: 'The report is written.' },
  { type: 'reply', text: 'It says: three findings.' },
];

async function meet(
  dir: string,
  profile: AgentProfile,
  options: Omit<FaultRunOptions, 'placeholders' | 'environment'>,
): Promise<FaultRecord> {
  const met = await runFault(await loadScenario(dir), profile, { ...options, placeholders, environment: process.env });
  return faultRecord.parse(met.record);
}

for (const speaks of ['chat', 'anthropic'] as const)
  test.describe(`an agent that speaks ${speaks}`, () => {
    const profile = foreignAgent(speaks);

    test('every fault is met, and what it made of each is told', async ({ folder }) => {
      const dir = await author(folder, profile, undefined, { cassette: CASSETTE });
      // It has no deadline of its own, and no ear for a cancel: it is ended.
      const hasty: AgentProfile = { ...profile, deadlines: { grace: 100 } };
      const told: string[] = [];
      const { rows } = await faultTable(await loadScenario(dir), hasty, {
        placeholders,
        environment: process.env,
        call: 2,
        wait: 1_000,
        // The rest is for those who read more closely than it does.
        faults: ['401', '429', 'refused', 'reset-before', 'reset-after', 'malformed', 'stall', 'slow-drip'],
        onFault: (fault) => told.push(fault),
      });
      expect(told).toEqual(rows.map(({ record }) => record.fault));
      const failed = (retries: number) => ({
        end: 'answered',
        error: { code: -32603 },
        retries,
        said: expect.stringContaining('I write it'),
      });
      expect(rows.map(({ record }) => record)).toMatchObject([
        failed(0),
        failed(2),
        { end: 'answered', error: { code: -32603 } },
        failed(0),
        failed(0),
        failed(0),
        { end: 'unanswered' },
        { end: 'answered', stopReason: 'end_turn', retries: 0, said: expect.stringContaining('The report is written.') },
      ]);
      for (const { record } of rows) expect(faultRecord.parse(record)).toEqual(record);
      // What cannot be seen is not told.
      expect(rows[2]!.record.retries).toBeUndefined();
      expect(rows.filter(({ wrong }) => wrong).map(({ record, wrong }) => [record.fault, wrong])).toEqual([
        ['stall', ['the prompt was never answered, not even when it was cancelled']],
      ]);
    });

    test('it takes a reply without a finish for a whole one, and the table shows it', async ({ folder }) => {
      const dir = await author(folder, profile, undefined, { cassette: CASSETTE });
      for (const fault of ['truncated', 'duplicate-finish', 'finish-missing'])
        expect(await meet(dir, profile, { fault, call: 2 })).toMatchObject({ fault, end: 'answered', stopReason: 'end_turn' });
    });

    test('a fault that passes is got over, and the turn is the last', async ({ folder, live }) => {
      const recordedDir = await author(folder, profile, undefined, { name: 'recorded' });
      await record(recordedDir, profile, live.environment);
      const over = await meet(recordedDir, profile, { fault: '500', times: 2 });
      expect(over).toMatchObject({ end: 'answered', stopReason: 'end_turn', retries: 2, exit: { shutdown: 'stdin-end' } });
      // Nothing of the second turn.
      expect(over.said).not.toContain('It says');
      expect(await meet(recordedDir, profile, { fault: '500', call: 3 })).toMatchObject({ end: 'answered', error: {}, retries: 2 });
    });
  });

test('what cannot be made is told apart from what was not reached', async ({ folder }) => {
  const profile = foreignAgent('chat');
  const dir = await author(folder, profile, undefined, { cassette: CASSETTE });
  expect(await meet(dir, profile, { fault: 'reset-after:99' })).toMatchObject({
    end: 'impossible',
    reason: expect.stringContaining('not 99'),
  });
  await expect(meet(dir, profile, { fault: '429', call: 9 })).rejects.toMatchObject({ code: 'ACP_FAULT_NO_CALL' });
  await expect(meet(dir, profile, { fault: '429', wait: 0 })).rejects.toMatchObject({ code: 'ACP_FAULT_SETTING' });
  const silent = await author(folder, profile, [], { name: 'silent', cassette: CASSETTE });
  await expect(meet(silent, profile, { fault: '429' })).rejects.toMatchObject({
    code: 'ACP_FAULT_NOT_REACHED',
    message: expect.stringContaining('0 model calls'),
  });
  const none = await author(folder, profile, undefined, { name: 'none', header: { seam: 'none' } });
  await expect(meet(none, profile, { fault: '429' })).rejects.toMatchObject({ code: 'ACP_FAULT_NO_PROVIDER' });
});
