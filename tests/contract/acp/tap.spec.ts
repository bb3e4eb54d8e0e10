import { expect, test } from '@playwright/test';
import { createTap } from '../../../harness/acp/index.js';

const frame = (value: unknown) => `${JSON.stringify(value)}\n`;

/** A tap whose clock counts its readings. */
function ticking(maxFrameBytes?: number) {
  let now = 0;
  return createTap({ now: () => now++, ...(maxFrameBytes === undefined ? {} : { maxFrameBytes }) });
}

test('splits at 0x0A and nowhere else', () => {
  const tap = ticking();
  const text = 'a\rb\u2028c\u2029d\u0085e\u000bf';
  tap.agentBytes(Buffer.from(frame({ text }).replace('\\r', '\\r')));
  tap.agentBytes(Buffer.from('{"a":1}\r{"b":2}\n'));
  tap.agentEnd();
  expect(tap.frames).toMatchObject([{ value: { text } }, { noise: 'not JSON', raw: '{"a":1}\r{"b":2}' }]);
});

test('gives the same frames wherever the bytes are cut', () => {
  const bytes = Buffer.from(frame({ text: '北 🦊 é' }) + frame({ next: 1 }));
  for (let cut = 0; cut <= bytes.length; cut++) {
    const tap = ticking();
    tap.agentBytes(bytes.subarray(0, cut));
    tap.agentBytes(bytes.subarray(cut));
    expect(
      tap.frames.map(({ value }) => value),
      `cut at ${cut}`,
    ).toEqual([{ text: '北 🦊 é' }, { next: 1 }]);
  }
});

test('keeps the raw line as the truth', () => {
  const tap = ticking();
  const raw = '{"id":9007199254740993,"b":1.0,"2":0,"1":0,"b":2}';
  tap.agentBytes(Buffer.from(`${raw}\n`));
  expect(tap.frames[0]).toMatchObject({ raw, line: 1, from: 'agent' });
});

test('numbers the lines of each direction and orders both by time', () => {
  const tap = ticking();
  tap.clientBytes(Buffer.from(frame({ id: 0 })));
  tap.agentBytes(Buffer.from(frame({ id: 0 }) + frame({ id: 1 })));
  tap.clientBytes(Buffer.from(frame({ id: 1 })));
  expect(tap.frames.map(({ from, line }) => `${from} ${line}`)).toEqual(['client 1', 'agent 1', 'agent 2', 'client 2']);
  const times = tap.frames.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

for (const [line, noise] of [
  ['[{"jsonrpc":"2.0"}]', 'a JSON array (ACP knows no batches)'],
  ['null', 'a JSON scalar'],
  ['"text"', 'a JSON scalar'],
  ['{"a":1', 'not JSON'],
  ['  ', 'blank line'],
] as const) {
  test(`keeps as noise: ${line}`, () => {
    const tap = ticking();
    tap.agentBytes(Buffer.from(`${line}\n`));
    expect(tap.frames).toEqual([expect.objectContaining({ raw: line, noise })]);
    expect(tap.frames[0]).not.toHaveProperty('value');
  });
}

test('flags several oddities of one line', () => {
  const tap = ticking();
  tap.agentBytes(Buffer.from('\uFEFF{"a":1}\r'));
  tap.agentEnd();
  expect(tap.frames).toMatchObject([
    { value: { a: 1 }, raw: '\uFEFF{"a":1}\r', flags: ['no newline', 'byte order mark', 'carriage return'] },
  ]);
});

test('cuts an over-long line, however it comes, and reads on behind it', () => {
  for (const size of [1, 7, 1000, 4096, 100_000]) {
    const tap = ticking(4096);
    const bytes = Buffer.from(`${'x'.repeat(10_000)}\n${frame({ a: 1 })}${'y'.repeat(4097)}`);
    for (let start = 0; start < bytes.length; start += size) tap.agentBytes(bytes.subarray(start, start + size));
    tap.agentEnd();
    expect(tap.frames.map(({ noise, raw, value }) => noise ?? value ?? raw.length)).toEqual([
      'over-long line: 10000 bytes',
      { a: 1 },
      'over-long line: 4097 bytes',
    ]);
    expect(tap.frames[0]!.raw).toBe('x'.repeat(1024));
  }
});

test('takes a line of exactly the limit', () => {
  const tap = ticking(7);
  tap.agentBytes(Buffer.from('{"a":1}\n{"a":12}\n'));
  expect(tap.frames.map(({ noise }) => noise)).toEqual([undefined, 'over-long line: 8 bytes']);
});

test('tells a listener what was seen before it came, and stops when asked', () => {
  const tap = ticking();
  const seen: string[] = [];
  tap.agentBytes(Buffer.from(frame({ n: 0 })));
  tap.clientBytes(Buffer.from(frame({ n: 'client' })));
  tap.agentBytes(Buffer.from(frame({ n: 1 })));
  const stop = tap.onAgentFrame(({ value }, index) => seen.push(`${index}:${String(value?.['n'])}`), 1);
  tap.agentBytes(Buffer.from(frame({ n: 2 })));
  stop();
  tap.agentBytes(Buffer.from(frame({ n: 3 })));
  expect(seen).toEqual(['2:1', '3:2']);
});
