import { expect, test } from '@playwright/test';
import {
  describeCorpus,
  isStopping,
  runGuards,
  type Corpus,
  type CorpusScenario,
  type GuardContext,
} from '../../../harness/guards/index.js';
import type { InputHeader } from '../../../harness/schema/index.js';

const context: GuardContext = { secrets: { canaries: [] }, now: Date.parse('2026-12-01T00:00:00Z') };
const bytes = new Uint8Array();

/** A scenario of nothing but its header and texts; `header` is left out where there is none. */
function scenario(name: string, more: Partial<InputHeader> | undefined, texts: Record<string, string> = {}): CorpusScenario {
  const path = `shots/${name}`;
  const files = new Map(
    Object.entries(texts).map(([file, text]) => [file, { name: file, path: `${path}/${file}`, bytes, text, sound: true as const }]),
  );
  const header = {
    type: 'fixture',
    fixture: 'input',
    schema: 1,
    scenario: name,
    description: 'x',
    agent: 'a',
    seam: 'none',
    ...more,
  } as InputHeader;
  return { name, path, files, ...(more && { header }) };
}

const corpus = (...scenarios: CorpusScenario[]): Corpus => ({ folder: 'shots', scenarios, complaints: [] });
const found = (...scenarios: CorpusScenario[]) =>
  runGuards(corpus(...scenarios), context).map(({ guard, problem }) => `${guard}: ${problem}`);

test('a scenario without a header that can be read gets no finding beside the one about its header', () => {
  expect(found(scenario('broken', undefined, { 'requests.expected.jsonl': '' }))).toEqual([]);
});

test('without a config no agent is unknown, and without maxAge nothing is too old', () => {
  const old = scenario('old', { provenance: { kind: 'recorded', recordedAt: '2001-01-01', agent: 'a 1', tool: 't', model: 'm' } });
  expect(found(old)).toEqual([]);
  expect(runGuards(corpus(old), { ...context, maxAge: 30 }).map(({ guard }) => guard)).toEqual(['max-age']);
  expect(runGuards(corpus(scenario('young', { provenance: { kind: 'authored' } })), { ...context, maxAge: 30 })).toEqual([]);
});

test('a class that one scenario names and none pins; a pin that made no call needs no files', () => {
  expect(found(scenario('one', { headerClass: 'k' }))).toEqual(['pin: No scenario pins header class "k", which one scenario names.']);
  expect(found(scenario('one', { headerClass: 'k', pin: true, seam: 'session' }))).toEqual([]);
});

test('two pins of one class are told as that, not as equal bytes of two classes, and stop a run', () => {
  const sidecars = { 'system-prompt.expected.md': 'You are.', 'tool-schemas.expected.json': '[]\n' };
  const pins = ['one', 'two'].map((name) => scenario(name, { headerClass: 'k', pin: true }, sidecars));
  const findings = runGuards(corpus(...pins), context);
  expect(findings.map(({ guard }) => guard)).toEqual(['pin']);
  expect(findings.map(isStopping)).toEqual([true]);
  const missing = runGuards(corpus(scenario('one', { headerClass: 'k' })), context);
  expect(missing.map(isStopping)).toEqual([false]);
});

test('what was never recorded is counted as neither, and has no age', () => {
  const summary = describeCorpus(
    corpus(
      scenario('fresh', {}),
      scenario('broken', undefined),
      scenario('bare', { provenance: { kind: 'recorded', recordedAt: '2026-11-01' } }),
      scenario('older', { provenance: { kind: 'recorded', recordedAt: '2026-10-01' } }),
    ),
    context,
  );
  expect(summary.scenarios).toEqual({ recorded: 2, authored: 0, unrecorded: 2 });
  expect(summary.provenance).toEqual([
    { scenario: 'older', recordedAt: '2026-10-01', days: 61 },
    { scenario: 'bare', recordedAt: '2026-11-01', days: 30 },
  ]);
});

test('a complaint about the folder keeps its place', () => {
  const complaint = { code: 'ACP_SCENARIO_CASE', file: 'shots/A', problem: 'Two names.', fix: 'rename one' };
  expect(runGuards({ folder: 'shots', scenarios: [], complaints: [complaint] }, context).map(({ guard, place }) => [guard, place])).toEqual(
    [['case-collision', 'shots/A']],
  );
});

test('a secret that is split over the deltas of a recorded reply is told, by the line of its exchange', () => {
  const pieces = ['a phrase of', ' this machine'];
  const events = pieces.map((content) => ({ data: JSON.stringify({ choices: [{ index: 0, delta: { content } }] }) }));
  const rows = [{ type: 'fixture' }, { type: 'exchange', reply: { events } }];
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const secrets = { canaries: [pieces.join('')], variables: new Map([[pieces.join(''), 'GREETING']]) };
  const findings = runGuards(corpus(scenario('x', {}, { 'provider-replay.jsonl': text })), { ...context, secrets });
  expect(findings.filter(({ guard }) => guard === 'secret').map(({ place, problem }) => [place, problem])).toEqual([
    ['shots/x/provider-replay.jsonl:2', 'The file holds a secret (rule "canary": the value of $GREETING).'],
  ]);
});

test('drift of requests: what the pin stands for is no drift, a changed message is, and a cassette that cannot be read tells nothing', () => {
  const request = (text: string, system = 'You are.') => ({
    dialect: 'anthropic',
    method: 'POST',
    path: '/messages',
    headers: {},
    config: { provider: 'anthropic', model: 'm' },
    system,
    tools: [],
    messages: [{ role: 'user', content: text }],
  });
  const reply = { status: 200, headers: {}, body: '{}', end: 'complete' };
  const cassette = [
    { type: 'fixture', fixture: 'provider-replay', schema: 1, scenario: 'x' },
    ...['a', 'b'].map((text, at) => ({ type: 'exchange', lane: 1, place: at + 1, dialect: 'anthropic', request: request(text), reply })),
  ];
  const records = [
    {},
    ...[request('a', '{{system}}'), request('c')].map((one, at) => ({ type: 'request', lane: 1, place: at + 1, request: one })),
  ];
  const driftOf = (recorded: string) => {
    const made = scenario('x', { seam: 'provider' }, { 'provider-replay.jsonl': recorded, 'requests.expected.jsonl': '' });
    const rows = records.map((value, at) => ({ line: at + 1, value, raw: JSON.stringify(value) }));
    const file = { ...made.files.get('requests.expected.jsonl')!, records: rows };
    const files = new Map([...made.files, ['requests.expected.jsonl', file] as const]);
    return describeCorpus(corpus({ ...made, files }), context).drift;
  };
  expect(driftOf(cassette.map((row) => `${JSON.stringify(row)}\n`).join(''))).toEqual([
    { scenario: 'x', file: 'requests.expected.jsonl', records: 1, of: 2 },
  ]);
  expect(driftOf('nonsense')).toEqual([]);
});
