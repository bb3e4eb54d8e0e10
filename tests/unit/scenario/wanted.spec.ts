import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { AcpError } from '../../../harness/errors/index.js';
import { outcome, replayOverride, requestRecord, transcriptRecord } from '../../../harness/schema/index.js';
import { issueError } from '../../../harness/scenario/issues.js';

interface Schema {
  safeParse: (value: unknown) => { error?: z.ZodError | undefined };
}

/** What a message says of a value: its summary, and what to do. */
function told(schema: Schema, value: unknown): [summary: string, fix: string] {
  const { error } = schema.safeParse(value);
  const { problem, message } = issueError(error!, value, { file: 'a.jsonl', line: 3 }, { what: 'the record', keys: [] });
  expect(message).toContain('a.jsonl:3');
  return [problem.summary, problem.facts!.find(([label]) => label === 'fix')![1]];
}

const object = (shape: z.core.$ZodLooseShape) => z.strictObject(shape);

for (const [how, schema, value, summary, fix] of [
  ['a number for a text', object({ a: z.string() }), { a: 3 }, 'Invalid "a": 3 is not a text.', 'write at "a": a text'],
  ['nothing', object({ a: z.boolean() }), {}, 'Invalid "a": missing; true or false is wanted.', 'write at "a": true or false'],
  ['a fraction', object({ a: z.int() }), { a: 1.5 }, 'Invalid "a": 1.5 is not a whole number.', 'write at "a": a whole number'],
  [
    'too small a number',
    object({ a: z.number().positive() }),
    { a: 0 },
    'Invalid "a": 0 is not a number above 0.',
    'write at "a": a number above 0',
  ],
  [
    'too large a number',
    object({ a: z.number().max(9) }),
    { a: 10 },
    'Invalid "a": 10 is not a number up to 9.',
    'write at "a": a number up to 9',
  ],
  [
    'an empty text',
    object({ a: z.string().min(1) }),
    { a: '' },
    'Invalid "a": "" is not a text that is not empty.',
    'write at "a": a text that is not empty',
  ],
  [
    'a short text',
    object({ a: z.string().min(3) }),
    { a: 'x' },
    'Invalid "a": "x" is not a text of at least 3 characters.',
    'write at "a": a text of at least 3 characters',
  ],
  [
    'an empty list',
    object({ a: z.array(z.string()).min(1) }),
    { a: [] },
    'Invalid "a": a list is not a list with at least 1 of them.',
    'write at "a": a list with at least 1 of them',
  ],
  [
    'another form',
    object({ a: z.string().regex(/^x/) }),
    { a: 'y' },
    'Invalid "a": "y" is not a text of the form /^x/.',
    'write at "a": a text of the form /^x/',
  ],
  ['an object for null', object({ a: z.null() }), { a: {} }, 'Invalid "a": an object is not null.', 'write at "a": null'],
  ['a date', object({ a: z.date() }), { a: 'x' }, 'Invalid "a": "x" is not a value of type date.', 'write at "a": a value of type date'],
  [
    'one of two types',
    object({ a: z.union([z.string(), z.array(z.string())]) }),
    { a: 1 },
    'Invalid "a": 1 is not a text or a list.',
    'write at "a": a text or a list',
  ],
  [
    'a rule of our own',
    object({ a: z.string().refine((text) => text === 'b', 'Only b will do') }),
    { a: 'c' },
    'Invalid "a": "c" is not only b will do.',
    'write at "a": only b will do',
  ],
  ['an override that is none', replayOverride, 3, 'Invalid record: 3 is not a list or an object.', 'write a list or an object'],
  [
    'an entry of no known kind',
    replayOverride,
    [{ kind: 'nix' }],
    'Invalid "0.kind": "nix" is not one of chunks, throw, hang.',
    'write at "0.kind": one of chunks, throw, hang',
  ],
  [
    'a chunk without its reason',
    replayOverride,
    [{ kind: 'chunks', chunks: [{ type: 'finish' }] }],
    'Invalid "0.chunks.0.reason": missing; an object is wanted.',
    'write at "0.chunks.0.reason": an object',
  ],
  [
    'a lane of 0',
    requestRecord,
    { type: 'request', lane: 0, place: 1 },
    'Invalid "lane": 0 is not a number above 0.',
    'write at "lane": a number above 0',
  ],
  [
    'a frame that is none',
    transcriptRecord,
    { from: 'agent', frame: 3 },
    'Invalid "frame": 3 is not an object.',
    'write at "frame": an object',
  ],
  [
    'an outcome without its end',
    outcome,
    { schema: 1, exitCode: 0, signal: null },
    'Invalid "shutdown": missing; one of stdin-end, sigterm, sigkill, exited-early is wanted.',
    'write at "shutdown": one of stdin-end, sigterm, sigkill, exited-early',
  ],
] as const) {
  test(`says what is wanted where something else stands: ${how}`, () => {
    expect(told(schema as Schema, value)).toEqual([summary, fix]);
  });
}

test('of a long text it says how long it is, never what: it may be a secret', () => {
  const secret = 'x'.repeat(40);
  const { error } = object({ a: z.number() }).safeParse({ a: secret });
  const problem = issueError(error!, { a: secret }, { file: 'a' }, { what: 'the record', keys: [] });
  expect(problem).toBeInstanceOf(AcpError);
  expect(problem.message).toContain('a text of 40 characters is not a number');
  expect(problem.message).not.toContain(secret);
});
