import { expect, test } from '@playwright/test';
import { goThrough, rehearse } from '../../../harness/run/rehearse.js';
import type { Scenario } from '../../../harness/scenario/index.js';
import { SURFACES, type AgentProfile } from '../../../harness/schema/index.js';

/** The validators, the findings in two pieces, and each surface. */
const ALL = 3 + SURFACES.length;

const profile = { name: 'agent', command: ['agent'] } as AgentProfile;
const bytes = (text: string) => new TextEncoder().encode(text);
const rows = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const update = (text: string) => ({
  from: 'agent',
  frame: {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: '{{session#1}}', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  },
});
const transcript = rows({ type: 'fixture', fixture: 'transcript', schema: 1, scenario: 'one' }, update('a'), update('b'));

function scenario(files: Record<string, string>): Scenario {
  return {
    name: 'one',
    dir: '/nowhere/one',
    header: { type: 'fixture', fixture: 'input', schema: 1, scenario: 'one', agent: 'agent', seam: 'none' } as Scenario['header'],
    steps: [],
    files: { sources: [], expected: new Map(Object.entries(files).map(([name, text]) => [name, bytes(text)])), logs: new Map() },
  };
}

test('goes through everything that follows a run, and leaves the scenario as it was', async () => {
  const one = scenario({
    'transcript.expected.jsonl': transcript,
    'requests.expected.jsonl': rows(
      { type: 'fixture' },
      { type: 'request', lane: 1, place: 1, request: { system: '', tools: [], messages: [] } },
    ),
    'outcome.expected.json': '{}\n',
  });
  const before = structuredClone(one);
  expect(await goThrough(one, profile, () => false)).toBe(ALL);
  expect(one).toEqual(before);
});

test('a scenario without expected files, and one whose files nobody can read, cost nothing but the attempt', async () => {
  expect(await goThrough(scenario({}), profile, () => false)).toBe(ALL);
  expect(await goThrough(scenario({ 'transcript.expected.jsonl': 'x\n<<<<<<<\ny\n' }), profile, () => false)).toBeLessThan(ALL);
});

test('of a long file it reads the start', async () => {
  const long = transcript + rows(...Array.from({ length: 1000 }, () => update('x'))) + '<<<<<<< not a row\nx\n';
  const files = { 'transcript.expected.jsonl': long, 'tool-schemas.expected.json': `"${'x'.repeat(100_000)}` };
  expect(await goThrough(scenario(files), profile, () => false)).toBe(ALL);
});

test('ends once the run is over', async () => {
  let asked = 0;
  expect(await goThrough(scenario({ 'transcript.expected.jsonl': transcript }), profile, () => ++asked > 3)).toBe(3);
});

test('is done once in a process', async () => {
  const one = scenario({ 'transcript.expected.jsonl': transcript });
  expect([await rehearse(one, profile, () => false), await rehearse(one, profile, () => false)]).toEqual([ALL, 0]);
});
