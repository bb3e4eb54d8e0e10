import { expect, test } from '@playwright/test';
import { readLog } from '../../../../harness/agent/log/read.js';

const header = '{"type":"session","version":0,"id":"s","createdAt":1,"cwd":"/w","delegationDepth":0}\n';
const event = (seq: number): string => `{"type":"turn/start","seq":${seq},"time":1,"data":{"turn":1}}\n`;
const read = (text: string | Buffer) => readLog(Buffer.from(text), 's.jsonl');

test('reads header and events', () => {
  const { header: first, events, length, tornBytes } = read(header + event(0) + event(1));
  expect([first.id, events.map(({ seq }) => seq), length, tornBytes]).toEqual([
    's',
    [0, 1],
    Buffer.byteLength(header + event(0) + event(1)),
    0,
  ]);
});

for (let cut = 1; cut < event(1).length; cut += 7) {
  test(`leaves out a last line that holds ${cut} bytes`, () => {
    const whole = header + event(0);
    const { events, length, tornBytes } = read(whole + event(1).slice(0, cut));
    expect([events.length, length, tornBytes]).toEqual([1, Buffer.byteLength(whole), cut]);
  });
}

test('leaves out a last line that was cut inside a character, and one that is whole but for its newline', () => {
  expect(read(Buffer.concat([Buffer.from(header), Buffer.from('{"x":"北').subarray(0, 7)])).tornBytes).toBe(7);
  expect(read(header + event(0).trimEnd()).events).toEqual([]);
});

test('leaves out a last line that is no JSON, newline or not', () => {
  expect(read(`${header + event(0)}{"type"\n`)).toMatchObject({ tornBytes: 8 });
});

for (const [what, text, line] of [
  ['an empty file', '', 1],
  ['a header that is not whole', header.slice(0, 20), 1],
  ['a header of something else', '{"type":"other"}\n', 1],
  ['another version', header.replace('"version":0', '"version":9'), 1],
  ['a header without cwd', '{"type":"session","version":0,"id":"s"}\n', 1],
  ['a broken line in the middle', `${header}{"type":\n${event(0)}`, 2],
  ['an empty line in the middle', `${header}\n${event(0)}`, 2],
  ['a line that is no event', `${header}{"seq":0}\n${event(1)}`, 2],
  ['a place that is missing', header + event(0) + event(2), 3],
  ['an event without time', `${header}{"type":"x","seq":0,"data":{}}\n`, 2],
] as const) {
  test(`refuses ${what}`, () => {
    expect(() => read(text)).toThrow('ACP_AGENT_LOG_DAMAGED');
    expect(() => read(text)).toThrow(`s.jsonl:${line}`);
  });
}
