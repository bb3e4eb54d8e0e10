import { expect, test } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/index.js';
import { requestRecord, requestsHeader, type Decision, type ModelRequest } from '../../../harness/schema/index.js';
import { reachability, requestsSurface, withReachability, type SurfaceActual } from '../../../harness/surfaces/index.js';
import { matchedCall, type Call } from '../matched-call.js';

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  config: { provider: 'p', model: 'm' },
  system: 'You are.',
  tools: [{ name: 'read', description: 'reads', parameters: { type: 'object' } }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  ...more,
});
const call = (more: Partial<Call> = {}): Call => matchedCall({ request: request(), ...more });
const surface = (decisions: Decision[], headerClass?: string) =>
  requestsSurface(decisions, { scenario: 'case', counts: createCounts(), headerClass });
const lines = (text: string | undefined) =>
  (text ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { lane?: number; place?: number; request?: ModelRequest });

test('writes one record a call by lane and place, whatever the order of arrival', () => {
  const calls = [
    call({ call: 1, lane: 2, place: 1 }),
    call({ call: 2 }),
    call({ call: 3, place: 2 }),
    call({ call: 4, lane: 2, place: 2 }),
  ];
  const forward = surface(calls).requests!;
  expect(surface(calls.toReversed()).requests).toEqual(forward);
  const [header, ...records] = lines(forward.text);
  expect(requestsHeader.safeParse(header).success).toBe(true);
  expect(records.map(({ lane, place }) => [lane, place])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ]);
  for (const record of records) expect(requestRecord.safeParse(record).success).toBe(true);
});

test('writes no file where no model call was made, or none has a place', () => {
  expect(surface([])).toEqual({});
  expect(surface([{ type: 'script', lanes: [1] }, call({ lane: 0, place: 0, outcome: 'miss' })])).toEqual({});
});

test('keeps prompt and schemas in full without a header class', () => {
  const { requests, systemPrompt, toolSchemas } = surface([call()]);
  expect(lines(requests?.text)[1]!.request).toEqual(request());
  expect([systemPrompt, toolSchemas]).toEqual([undefined, undefined]);
});

test("puts tokens for a header class's prompt and schemas and gives their exact bytes as sidecars", () => {
  const other = request({ system: 'Make a title.', tools: [] });
  const { requests, systemPrompt, toolSchemas } = surface([call(), call({ place: 2 }), call({ place: 3, request: other })], 'coder');
  const [header, ...records] = lines(requests?.text);
  expect(header).toMatchObject({ headerClass: 'coder' });
  expect(records.map((record) => [record.request!.system, record.request!.tools])).toEqual([
    ['{{system}}', '{{tools}}'],
    ['{{system}}', '{{tools}}'],
    ['Make a title.', []],
  ]);
  expect(systemPrompt).toEqual({ name: 'system-prompt.expected.md', text: 'You are.' });
  expect(toolSchemas).toEqual({ name: 'tool-schemas.expected.json', text: `${JSON.stringify(request().tools, null, 2)}\n` });
});

test("applies the profile's fields without touching the decision", () => {
  const made = call();
  const counts = createCounts();
  const normalizers = [
    { name: 'model', reason: 'chosen by the account', surface: 'requests' as const, path: 'config.model', token: '{{model}}' },
  ];
  const { requests } = requestsSurface([made], { scenario: 'case', counts, normalizers });
  expect(lines(requests?.text)[1]!.request!.config.model).toBe('{{model}}');
  expect(made.request.config.model).toBe('m');
  expect(counts.list()).toEqual([{ name: 'model', reason: 'chosen by the account', count: 1 }]);
});

test('reads from the decisions where the run left its source', () => {
  expect(reachability([call(), { type: 'script', lanes: [1] }], 'replay')).toEqual({ reached: true });
  expect(reachability([call({ outcome: 'unverified' })], 'record')).toEqual({ reached: true });
  expect(reachability([call({ call: 2, lane: 1, place: 2, outcome: 'drift', drifted: ['requests', 'system-prompt'] })], 'replay')).toEqual({
    reached: false,
    note: 'model call 2 (lane 1, place 2) drifted: requests, system-prompt',
  });
  expect(reachability([call({ outcome: 'drift' })], 'replay').note).toBe('model call 1 (lane 1, place 1) drifted');
  expect(reachability([call({ outcome: 'drift' })], 'refresh')).toEqual({ reached: true });
  expect(reachability([call({ outcome: 'miss' })], 'refresh').note).toBe('model call 1 has no recorded entry');
  expect(reachability([call({ outcome: 'ambiguous' })], 'replay').note).toBe('model call 1 fits several recorded entries');
  expect(reachability([{ type: 'refused', code: 'ACP_REPLAY_CREDENTIAL', reason: '' }], 'replay').note).toContain('ACP_REPLAY_CREDENTIAL');
});

test('takes the files of what was not reached, and tells the requests where they end', () => {
  const actual = (surface: SurfaceActual['surface'], status: SurfaceActual['status'] = 'captured'): SurfaceActual => ({
    surface,
    status,
    files: [{ name: 'f', content: new Uint8Array() }],
    normalized: [],
    notCompared: [],
  });
  const all = [
    actual('transcript'),
    actual('requests'),
    actual('system-prompt'),
    actual('tool-schemas'),
    actual('workspace'),
    actual('outcome', 'skipped'),
  ];
  expect(withReachability(all, { reached: true })).toEqual(all);
  const told = withReachability(all, { reached: false, note: 'drifted' });
  expect(told.map(({ status, note, files }) => [status, note, files.length])).toEqual([
    ['not-reached', 'drifted', 0],
    ['captured', 'drifted', 1],
    ['captured', undefined, 1],
    ['captured', undefined, 1],
    ['not-reached', 'drifted', 0],
    ['skipped', undefined, 1],
  ]);
  expect(withReachability(all, { reached: false })[0]!.note).toBe('not reached');
});

test('on the wire the header files are those of the first call that offers tools', () => {
  const wire = (tools: unknown[], system: string) => ({
    dialect: 'anthropic' as const,
    method: 'POST',
    path: '/v1/messages',
    headers: {},
    system,
    tools,
    config: { provider: 'anthropic', model: 'm' },
    messages: [],
  });
  const title = call({ request: wire([], 'Find a title.') });
  const main = call({ call: 2, lane: 2, request: wire([{ name: 'read' }], 'You are.') });
  const { requests, systemPrompt, toolSchemas } = surface([title, main], 'wire');
  expect(systemPrompt!.text).toBe('You are.');
  expect(JSON.parse(toolSchemas!.text)).toEqual([{ name: 'read' }]);
  expect(lines(requests!.text).flatMap(({ request: one }) => one?.system ?? [])).toEqual(['Find a title.', '{{system}}']);
  expect(surface([title], 'wire').systemPrompt!.text).toBe('Find a title.');
});
