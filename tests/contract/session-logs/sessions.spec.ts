import { expect, jsonl, test } from './support.js';

const LOGS = { files: '**/*.jsonl', format: 'jsonl' } as const;

test('sessions stand in the order in which the client opened them, then the others by the time they started', async ({ logs }) => {
  await logs.write('a-late.jsonl', jsonl({ started_at: 1_796_068_900 }));
  await logs.write('b-early.jsonl', jsonl({ meta: { timestamp: '2026-11-30T10:00:00Z' } }));
  await logs.write('c-never.jsonl', jsonl({ timestamp: '2026-99-99T99:99' }, { n: 1 }));
  await logs.write('d-one.jsonl', jsonl({ time: 1_796_068_999_000 }));
  await logs.write('e.jsonl', jsonl({ session: 'two' }));
  const { logs: found } = await logs.harvest(LOGS, { opened: ['two', 'one'] });
  expect(found.map(({ session }) => session)).toEqual(['two', 'one', 'b-early.jsonl', 'a-late.jsonl', 'c-never.jsonl']);
});

test('the profile says whose a file is, and may leave it out; files of one session are one log', async ({ logs }) => {
  await logs.write('s1.part1.jsonl', jsonl({ n: 1 }));
  await logs.write('s1.part2.jsonl', `${jsonl({ n: 2 })}{"cut`);
  await logs.write('startup.jsonl', jsonl({ n: 3 }));
  const found = await logs.harvest({ ...LOGS, session: (file) => /^(s\d)\./.exec(file)?.[1] });
  expect(found).toEqual({
    logs: [{ session: 's1', files: ['s1.part1.jsonl', 's1.part2.jsonl'], records: [{ n: 1 }, { n: 2 }], torn: '{"cut' }],
    leftOut: ['startup.jsonl'],
  });
});

for (const [how, session] of [
  [
    'it threw Error: no header',
    () => {
      throw new Error('no header');
    },
  ],
  ['it gave a value of type number', () => 7 as unknown as string],
  ['it gave null', () => null as unknown as string],
] as const)
  test(`a profile's function that fails is told: ${how}`, async ({ logs }) => {
    await logs.write('a.jsonl', jsonl({ n: 1 }));
    await expect(logs.harvest({ ...LOGS, session })).rejects.toMatchObject({
      code: 'ACP_SESSION_LOG_PROFILE',
      message: expect.stringContaining(how),
    });
  });
