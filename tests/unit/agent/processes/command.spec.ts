import { expect, test } from '@playwright/test';
import { explainEnd, type CommandEnd } from '../../../../harness/agent/processes/command.js';

const SENTENCES: [CommandEnd, string | undefined][] = [
  [{ state: 'exited', exitCode: 0 }, undefined],
  [{ state: 'exited', exitCode: 2 }, 'exit code 2'],
  [{ state: 'signalled', signal: 'SIGSEGV' }, 'ended by SIGSEGV'],
  [{ state: 'timed_out', timeoutMs: 5 }, 'ended after 5 milliseconds, its timeout'],
  [{ state: 'cancelled' }, 'cancelled'],
  [
    { state: 'kill_failed', because: 'cancelled', pids: [7] },
    'it was cancelled, but process 7 of its process group could not be ended and may still run',
  ],
  [
    { state: 'kill_failed', because: 'timed_out', pids: [7, 8] },
    'its timeout passed, but processes 7, 8 of its process group could not be ended and may still run',
  ],
  [
    { state: 'kill_failed', because: 'exited', pids: [7] },
    'it exited, but process 7 of its process group could not be ended and may still run',
  ],
  [{ state: 'start_failed', why: 'no shell' }, 'could not be started: no shell'],
  [{ state: 'lost' }, 'its end was not seen: the agent ended before it did'],
];

for (const [end, sentence] of SENTENCES) test(`explains ${JSON.stringify(end)}`, () => expect(explainEnd(end)).toBe(sentence));
