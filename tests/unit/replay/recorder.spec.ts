import { expect, test } from '@playwright/test';
import { createRequestRecorder } from '../../../harness/replay/index.js';
import { decision, type Decision } from '../../../harness/schema/index.js';
import { plan, request } from './build.js';

test('writes down each request, lanes numbered by the first call of a session', () => {
  const decisions: Decision[] = [];
  const recorder = createRequestRecorder({ plan: plan({ runMode: 'record' }), append: (line) => decisions.push(line) });
  recorder.observe({ sessionId: 'b', request: request('one, in /tmp/run-1/cwd') });
  recorder.observe({ sessionId: 'a', request: request('two') });
  recorder.observe({ sessionId: 'b', request: request('three') });
  expect(decisions.map((line) => line.type === 'decision' && [line.call, line.session, line.lane, line.place, line.outcome])).toEqual([
    [1, 'b', 1, 1, 'unverified'],
    [2, 'a', 2, 1, 'unverified'],
    [3, 'b', 1, 2, 'unverified'],
  ]);
  expect(JSON.stringify(decisions[0])).toContain('one, in {{cwd}}');
  for (const line of decisions) expect(decision.parse(JSON.parse(JSON.stringify(line)))).toEqual(line);
});
