import { expect, test } from '@playwright/test';
import { observe, seeded, type Journey, type Tool } from './legal-runs.js';
import { transcript } from './wire.js';

const read = (title: string, more: Partial<Tool> = {}): Tool => ({
  title,
  statuses: ['in_progress', 'completed'],
  output: `${title} output`,
  ...more,
});

const journey = (): Journey => ({
  sessions: [
    {
      title: 'Main',
      usage: 7,
      turns: [
        {
          prompt: 'compare a and b',
          stopReason: 'end_turn',
          acts: [
            { say: 'I should read both files.', kind: 'agent_thought_chunk' },
            { say: 'Reading /tmp/r1/cwd/a and b now.', message: 1 },
            { plan: ['read', 'compare'] },
            {
              tools: [
                read('read a', { permission: 'Read a?', reads: '/tmp/r1/cwd/a' }),
                read('read b', { reads: '/tmp/r1/cwd/b' }),
                read('twin'),
                read('twin'),
              ],
            },
            { say: 'They are equal.', message: 2 },
          ],
        },
        {
          prompt: 'write c',
          stopReason: 'max_tokens',
          acts: [
            { tools: [read('write c', { statuses: ['in_progress', 'in_progress', 'failed'] }), read('list', { permission: 'List?' })] },
            { say: 'It failed.' },
          ],
        },
      ],
    },
    {
      title: 'Side',
      usage: 3,
      turns: [{ prompt: 'hello', stopReason: 'end_turn', acts: [{ say: 'Hi there.' }, { tools: [read('read a')] }] }],
    },
  ],
});

/** The canonical texts of `runs` observations, each once. */
function canonical(of: Journey, runs: number, seed: number): Set<string> {
  const random = seeded(seed);
  const texts = new Set<string>();
  for (let run = 0; run < runs; run++) texts.add(transcript(observe(of, random), 'causal'));
  return texts;
}

test('gives the same bytes for every legal interleaving of one run', () => {
  const random = seeded(1);
  const raw = new Set<string>();
  const texts = new Set<string>();
  for (let run = 0; run < 500; run++) {
    const frames = observe(journey(), random);
    raw.add(frames.map((frame) => frame.raw).join('\n'));
    texts.add(transcript(frames, 'causal'));
  }
  expect(raw.size).toBe(500);
  expect([...texts]).toHaveLength(1);
});

const mutations: [string, (journey: Journey) => void][] = [
  ['a word of the answer', ({ sessions }) => void Object.assign(sessions[0]!.turns[0]!.acts[4]!, { say: 'They are unequal.' })],
  ['a word of a thought', ({ sessions }) => void Object.assign(sessions[0]!.turns[0]!.acts[0]!, { say: 'I should read one file.' })],
  ['a thought said aloud', ({ sessions }) => void delete (sessions[0]!.turns[0]!.acts[0]! as { kind?: string }).kind],
  ['a tool output', (j) => void (tools(j, 0, 3)[0]!.output = 'other')],
  [
    'two outputs swapped',
    (j) => void ([tools(j, 0, 3)[0]!.output, tools(j, 0, 3)[1]!.output] = [tools(j, 0, 3)[1]!.output, tools(j, 0, 3)[0]!.output]),
  ],
  ['one twin differing from the other', (j) => void (tools(j, 0, 3)[2]!.output = 'no twin')],
  ['a tool dropped', (j) => void tools(j, 0, 3).pop()],
  ['a tool added', (j) => void tools(j, 0, 3).push(read('read d'))],
  ['a tool title', (j) => void (tools(j, 1, 0)[0]!.title = 'write d')],
  ['a status', (j) => void (tools(j, 1, 0)[0]!.statuses[2] = 'completed')],
  ['a status update dropped', (j) => void tools(j, 1, 0)[0]!.statuses.shift()],
  ['a permission request dropped', (j) => void delete tools(j, 0, 3)[0]!.permission],
  ['a permission request of another tool', (j) => void ((tools(j, 0, 3)[1]!.permission = 'Read a?'), delete tools(j, 0, 3)[0]!.permission)],
  ['another file read', (j) => void (tools(j, 0, 3)[0]!.reads = '/tmp/r1/cwd/z')],
  [
    'text before the tools and not behind',
    ({ sessions }) => void sessions[0]!.turns[0]!.acts.splice(3, 0, sessions[0]!.turns[0]!.acts.pop()!),
  ],
  ['text in the next turn', ({ sessions }) => void sessions[0]!.turns[1]!.acts.unshift(sessions[0]!.turns[0]!.acts.pop()!)],
  ['text in the other session', ({ sessions }) => void sessions[1]!.turns[0]!.acts.push(sessions[0]!.turns[0]!.acts.pop()!)],
  ['two messages made one', ({ sessions }) => void Object.assign(sessions[0]!.turns[0]!.acts[4]!, { message: 1 })],
  ['a plan entry', ({ sessions }) => void Object.assign(sessions[0]!.turns[0]!.acts[2]!, { plan: ['compare', 'read'] })],
  ['a stop reason', ({ sessions }) => void (sessions[0]!.turns[1]!.stopReason = 'refusal')],
  ['a session title', ({ sessions }) => void (sessions[1]!.title = 'Aside')],
  ['the last usage', ({ sessions }) => void (sessions[0]!.usage = 8)],
  ['a turn dropped', ({ sessions }) => void sessions[0]!.turns.pop()],
  ['the sessions swapped', ({ sessions }) => void sessions.reverse()],
];

function tools({ sessions }: Journey, turn: number, act: number): Tool[] {
  return (sessions[0]!.turns[turn]!.acts[act] as { tools: Tool[] }).tools;
}

for (const [index, [what, mutate]] of mutations.entries()) {
  test(`catches ${what}, in every interleaving`, () => {
    const changed = journey();
    mutate(changed);
    const texts = canonical(changed, 25, 100 + index);
    expect(texts.size).toBe(1);
    const [original] = canonical(journey(), 1, 7);
    expect(texts.has(original!)).toBe(false);
  });
}
