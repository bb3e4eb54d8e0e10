import { expect, test } from '@playwright/test';
import { faultErrors } from '../../../harness/errors/faults.js';

test('a table that differs is told up to twenty lines, with how to see it', () => {
  const lines = Array.from({ length: 23 }, (_, at) => `401: field ${at}`);
  const { code, message } = faultErrors.changed('s', lines);
  expect(code).toBe('ACP_FAULTS_CHANGED');
  expect(message).toContain('401: field 19');
  expect(message).not.toContain('401: field 20');
  expect(message).toMatch(/more +3/);
  expect(message).toContain('npx playwright-acp faults s');
  expect(faultErrors.changed('s', lines.slice(0, 1)).message).not.toContain('more');
});

test('each failure has its code, and says what to do', () => {
  for (const [error, code, says] of [
    [faultErrors.notATable(), 'ACP_MATCHER_NOT_FAULTS', 'scenario.faults()'],
    [faultErrors.neverExpected('s', ['401: the agent ended']), 'ACP_FAULTS_NEVER_EXPECTED', 'the agent ended'],
    [faultErrors.missing('s', true), 'ACP_FAULTS_MISSING', 'commit it'],
    [faultErrors.missing('s', false), 'ACP_FAULTS_MISSING', 'does not exist'],
    [faultErrors.matched('s'), 'ACP_FAULTS_MATCHED', 'not.toMatchFaults()'],
    [faultErrors.notReached('s', '429', 2, 'it made 1 model call'), 'ACP_FAULT_NOT_REACHED', 'it made 1 model call'],
    [faultErrors.noProvider('p', 's'), 'ACP_FAULT_NO_PROVIDER', 'session.baseUrl'],
    [faultErrors.told({ code: 'ACP_X', summary: 'As it was.' }), 'ACP_X', 'As it was.'],
  ] as const) {
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
  }
});
