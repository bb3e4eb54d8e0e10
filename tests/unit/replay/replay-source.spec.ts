import { expect, test } from '@playwright/test';
import { formatJsonl, parseJsonl } from '../../../harness/jsonl/index.js';
import { deriveReplayScript, parseSessionLog, toReplaySource } from '../../../harness/replay/index.js';
import { chunkEvent, delta, event, finish, logText } from './build.js';

const CWD = '/tmp/run-7/cwd';
const KEY = `sk-${'0123456789abcdef'.repeat(2)}`;
const options = { cwd: [CWD], redact: { canaries: [] } };

const header = (fields: object): object => event('request/header', { header: { config: { model: 'm' }, ...fields }, reason: 'initial' });
const rowsOf = (text: string): Record<string, unknown>[] => parseJsonl(text, 'f').map(({ value }) => value as Record<string, unknown>);

test('leaves every byte of a log that holds nothing to change', () => {
  const odd = '{"type":"x", "data":{"n":1.0, "2":1, "1":2}}\n';
  const text = logText([event('turn/start', { turn: 1 })]) + odd;
  expect(toReplaySource(text, options)).toEqual({ text, findings: [] });
});

test('puts tokens in place of the bulk of a request header; what is absent stays absent', () => {
  const text = logText([
    header({ system: 'You are', tools: [{ name: 'read' }] }),
    header({ tools: [] }),
    header({}),
    event('request/header'),
  ]);
  const rows = rowsOf(toReplaySource(text, options).text);
  expect(rows.slice(1)).toEqual([
    header({ system: '{{system}}', tools: '{{tools}}' }),
    header({ tools: '{{tools}}' }),
    header({}),
    event('request/header'),
  ]);
});

test('puts {{cwd}} in place of the generated cwd everywhere, also split over deltas', () => {
  const text = logText(
    [
      chunkEvent(delta('in /tmp/ru')),
      chunkEvent(delta('n-7/cwd.')),
      chunkEvent(finish()),
      event('tool/call', { arguments: JSON.stringify({ path: `${CWD}/a` }) }),
    ],
    { cwd: CWD },
  );
  const { text: source } = toReplaySource(text, { ...options, cwd: [CWD, '/private/tmp/run-7/cwd'] });
  expect(source).not.toContain('run-7');
  const log = parseSessionLog(source, 'session.jsonl');
  expect(log.header.cwd).toBe('{{cwd}}');
  expect(deriveReplayScript(log)[0]!.chunks.slice(0, 2)).toEqual([delta('in {{cwd}}'), delta('.')]);
  expect(log.events.at(-1)!.data['arguments']).toBe('{"path":"{{cwd}}/a"}');
});

test('leaves HOME and TMPDIR to the expected files', () => {
  const text = logText([event('x', { text: '/tmp/run-7/home/.cache' })]);
  expect(toReplaySource(text, options).text).toBe(text);
});

test('redacts a secret that is split over deltas, and names rule and line only', () => {
  const rows = [
    chunkEvent(delta(`key ${KEY.slice(0, 9)}`)),
    chunkEvent(delta(KEY.slice(9, 20))),
    chunkEvent(delta(`${KEY.slice(20)} end`)),
    event('tool/result', { text: `a ${KEY}` }),
  ];
  const { text, findings } = toReplaySource(logText(rows), options);
  for (let at = 0; at + 12 <= KEY.length; at++) expect(text).not.toContain(KEY.slice(at, at + 12));
  expect(rowsOf(text).slice(1)).toEqual([
    chunkEvent(delta('key [redacted:sk-key]')),
    chunkEvent(delta('')),
    chunkEvent(delta(' end')),
    event('tool/result', { text: 'a [redacted:sk-key]' }),
  ]);
  expect(findings).toContainEqual({ rule: 'sk-key', place: 'line 2' });
  expect(findings).toContainEqual({ rule: 'sk-key', place: 'line 5' });
  expect(JSON.stringify(findings)).not.toContain(KEY.slice(0, 9));
});

test('redacts canaries, in the header too', () => {
  const { text, findings } = toReplaySource(logText([], { note: 'hunter2hunter2' }), { cwd: [], redact: { canaries: ['hunter2hunter2'] } });
  expect(text).not.toContain('hunter2');
  expect(findings).toEqual([{ rule: 'canary', place: 'line 1' }]);
});

test('keeps packed rows packed', () => {
  const rows = [event('text-chunks', { index: 0, dt: [1], texts: ['/tmp/run-7', '/cwd'] })];
  expect(rowsOf(toReplaySource(logText(rows), options).text)[1]).toEqual(
    event('text-chunks', { index: 0, dt: [1], texts: ['{{cwd}}', ''] }),
  );
});

test('writes the same again from what it wrote', () => {
  const rows = [header({ system: 's', tools: [] }), chunkEvent(delta(`${CWD} ${KEY}`)), chunkEvent(finish())];
  const { text } = toReplaySource(logText(rows, { cwd: CWD }), options);
  expect(toReplaySource(text, options)).toEqual({ text, findings: [] });
});

test('refuses a text that is no session log', () => {
  expect(() => toReplaySource(formatJsonl([{ type: 'fixture' }]), { ...options, file: 'agent.jsonl' })).toThrow('agent.jsonl:1');
});
