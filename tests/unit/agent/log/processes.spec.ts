import { expect, test } from '@playwright/test';
import type { LogEvent } from '../../../../harness/agent/log/event.js';
import { lostProcesses, processesFromLog } from '../../../../harness/agent/log/processes.js';

const logged = (...notes: [string, Record<string, unknown>][]): LogEvent[] =>
  notes.map(([type, data], seq) => ({ type, seq, time: 0, data: { turn: 1, step: 1, callId: 'c', ...data } }));

test('tells every command with its end, in the order of the numbers', () => {
  const events = logged(
    ['process/start', { process: 2, command: 'sleep 9', pid: 77 }],
    ['process/end', { process: 1, command: 'exit 3', state: 'exited', exitCode: 3 }],
    ['tool/result', {}],
    ['process/start', { process: 3, command: 'sleep 8', pid: 78 }],
    ['process/end', { process: 2, command: 'sleep 9', state: 'kill_failed', because: 'cancelled', pids: [77] }],
  );
  expect(processesFromLog(events)).toEqual([
    { process: 1, command: 'exit 3', end: { state: 'exited', exitCode: 3 } },
    { process: 2, command: 'sleep 9', end: { state: 'kill_failed', because: 'cancelled', pids: [77] } },
    { process: 3, command: 'sleep 8' },
  ]);
  expect(lostProcesses(events)).toEqual([{ type: 'process/end', data: { process: 3, command: 'sleep 8', state: 'lost' } }]);
});

test('a log whose commands have all ended lost none', () => {
  expect(lostProcesses(logged(['process/end', { process: 1, command: 'true', state: 'exited', exitCode: 0 }]))).toEqual([]);
});
