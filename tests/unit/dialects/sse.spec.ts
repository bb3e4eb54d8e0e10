import { expect, test } from '@playwright/test';
import { createSseParser, formatSseEvent } from '../../../harness/dialects/index.js';
import type { SseEvent } from '../../../harness/schema/index.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function parse(text: string): { events: SseEvent[]; left: SseEvent[] } {
  const parser = createSseParser();
  return { events: parser.push(bytes(text)), left: parser.end() };
}

const STREAM =
  ': hello\n\nevent: a\ndata: {"x":"北👋é"}\nid: 7\nretry: 300\n\n:one\n: two\ndata:first\ndata:  second\ndata\n\nevent: ping\n\n';
const EVENTS: SseEvent[] = [
  { comments: [' hello'] },
  { event: 'a', data: '{"x":"北👋é"}', id: '7', retry: 300 },
  { comments: ['one', ' two'], data: 'first\n second\n' },
  { event: 'ping' },
];

test('every field of every event is kept, in order', () => {
  expect(parse(STREAM)).toEqual({ events: EVENTS, left: [] });
});

for (const [name, ending] of [
  ['LF', '\n'],
  ['CR', '\r'],
  ['CRLF', '\r\n'],
] as const) {
  test(`a cut at any offset changes nothing, with lines ending in ${name}`, () => {
    const whole = bytes(STREAM.replaceAll('\n', ending));
    for (let cut = 0; cut <= whole.length; cut++) {
      const parser = createSseParser();
      const events = [...parser.push(whole.subarray(0, cut)), ...parser.push(whole.subarray(cut))];
      expect(events, `cut at ${cut}`).toEqual(EVENTS);
      expect(parser.end()).toEqual([]);
    }
    const parser = createSseParser();
    expect([...whole].flatMap((byte) => parser.push(Uint8Array.of(byte)))).toEqual(EVENTS);
  });
}

test('a buffer that its owner uses again does not change what was read', () => {
  const parser = createSseParser();
  const buffer = bytes('data: abc');
  parser.push(buffer);
  buffer.fill(0x78);
  expect(parser.push(bytes('d\n\n'))).toEqual([{ data: 'abcd' }]);
});

test('a byte order mark is dropped at the start and kept in a payload', () => {
  expect(parse('\uFEFFdata: \uFEFFx\n\n').events).toEqual([{ data: '\uFEFFx' }]);
  expect(parse('\uFEFF\n\uFEFFdata: x\n\n').events).toEqual([]);
});

test('what has no blank line is told at the end, once', () => {
  const parser = createSseParser();
  expect(parser.push(bytes('data: a\n\ndata: b\ndata: c'))).toEqual([{ data: 'a' }]);
  expect(parser.end()).toEqual([{ data: 'b\nc' }]);
  expect(parser.end()).toEqual([]);
  expect(parse('data: a\n').left).toEqual([{ data: 'a' }]);
});

test('fields no client reads are passed over: unknown ones, a retry that is no number, an id with a NUL', () => {
  expect(parse('x: 1\nretry: soon\nid: a\0b\ndata: d\n\n').events).toEqual([{ data: 'd' }]);
});

test('an empty value is a value', () => {
  expect(parse('event:\nid\ndata:\n\n').events).toEqual([{ event: '', id: '', data: '' }]);
});

test('a written event reads as itself', () => {
  const more: SseEvent[] = [...EVENTS, { data: '' }, { data: '\n\n' }, { event: '', data: ' x' }, { data: ':x' }];
  expect(parse(more.map((event) => formatSseEvent(event)).join('')).events).toEqual(more);
});
