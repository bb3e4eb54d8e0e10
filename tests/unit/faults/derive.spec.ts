import { expect, test } from '@playwright/test';
import { createSseParser, decodeReply, encodeReply, finishAt } from '../../../harness/dialects/index.js';
import { deriveFault, parseFault, type FaultedReply } from '../../../harness/faults/index.js';
import { DIALECTS, FAULT_NAMES, type Dialect, type WireReply } from '../../../harness/schema/index.js';
import { AUTHORED, encodeOptions } from '../dialects/samples.js';

const PIECES = { text: ['I ', 'lo', 'ok', '.'], reasoning: ['First ', 'I look.'], calls: [['{"path":', '"a \\"b\\".txt"}'], ['{}']] };

const recorded = (dialect: Dialect, stream: boolean | 'list' = true): WireReply =>
  encodeReply(dialect, AUTHORED['everything']!, { ...encodeOptions(stream), pieces: PIECES });

function broken(dialect: Dialect, name: string, reply: WireReply = recorded(dialect)): FaultedReply {
  const faulted = deriveFault(dialect, reply, parseFault(name));
  if ('impossible' in faulted) throw new Error(faulted.impossible);
  return faulted;
}

const impossible = (dialect: Dialect, name: string, reply: WireReply): string => {
  const faulted = deriveFault(dialect, reply, parseFault(name));
  return 'impossible' in faulted ? faulted.impossible : 'possible';
};

/** What a client that reads the bytes of an event stream sees. */
const readBack = (reply: WireReply): WireReply => {
  const parser = createSseParser();
  const { body = '', ...rest } = reply;
  return { ...rest, events: parser.push(new TextEncoder().encode(body)) };
};

test('the same reply and fault give the same bytes, and the reply stays as it was', () => {
  for (const dialect of DIALECTS)
    for (const name of FAULT_NAMES) {
      const reply = recorded(dialect);
      expect(broken(dialect, name, reply)).toEqual(broken(dialect, name, recorded(dialect)));
      expect(reply).toEqual(recorded(dialect));
    }
});

for (const dialect of DIALECTS)
  test.describe(dialect, () => {
    for (const [name, code] of [
      ['401', 'AUTH'],
      ['429', 'RATE_LIMIT'],
      ['500', 'SERVER'],
    ] as const)
      test(`${name} reads as ${code}`, () => {
        const { reply, chunks } = broken(dialect, name);
        expect(reply).toMatchObject({ status: Number(name), end: 'complete' });
        expect(chunks).toBeUndefined();
        const failure = { code, status: Number(name), message: expect.stringMatching(/\w+\.$/) };
        expect(decodeReply(dialect, reply).chunks.at(-1)).toMatchObject({ reason: { kind: 'error', failure } });
      });

    test('a connection that is refused or breaks at once says nothing', () => {
      for (const name of ['refused', 'reset-before'])
        expect(broken(dialect, name)).toEqual({ reply: { status: 0, headers: {}, end: 'reset' } });
    });

    test('reset-after and stall keep whole chunks, and never the finish', () => {
      const whole = recorded(dialect);
      const most = finishAt(dialect, whole)!;
      for (const [name, end] of [
        ['reset-after', 'reset'],
        ['stall', 'aborted'],
      ] as const) {
        for (let sent = 0; sent <= most; sent++) {
          const { reply, chunks } = broken(dialect, `${name}:${sent}`);
          expect(reply.events).toEqual(whole.events!.slice(0, sent));
          expect(chunks).toEqual({ sent, of: whole.events!.length });
          expect(decodeReply(dialect, reply)).toMatchObject({ end });
          expect(reply.finish).toBeUndefined();
        }
        expect(broken(dialect, name).chunks!.sent).toBe(Math.ceil(most / 2));
        expect(impossible(dialect, `${name}:${most + 1}`, whole)).toContain(`${most} chunks come before the finish`);
      }
    });

    test('truncated ends cleanly inside a chunk, which no client has seen', () => {
      const whole = recorded(dialect);
      const { reply, chunks } = broken(dialect, 'truncated:2');
      expect(reply).toMatchObject({ end: 'complete', headers: whole.headers });
      expect(readBack(reply).events).toEqual(whole.events!.slice(0, 2));
      expect(reply.body!.endsWith('\n\n')).toBe(false);
      expect(decodeReply(dialect, readBack(reply)).end).toBe('incomplete');
      expect(chunks).toEqual({ sent: 2, of: whole.events!.length });
    });

    test('malformed breaks the JSON of one chunk and goes on', () => {
      const whole = recorded(dialect);
      const { reply } = broken(dialect, 'malformed:2');
      expect(() => JSON.parse(reply.events![2]!.data!)).toThrow();
      expect(reply.events!.toSpliced(2, 1)).toEqual(whole.events!.toSpliced(2, 1));
      expect(reply.end).toBe('complete');
    });

    test('slow-drip changes nothing but the pace', () => {
      expect(broken(dialect, 'slow-drip')).toEqual({ reply: recorded(dialect), drip: true });
    });

    test('duplicate-finish says it twice and nothing else twice', () => {
      const whole = recorded(dialect);
      const { reply } = broken(dialect, 'duplicate-finish');
      const added = reply.events!.length - whole.events!.length;
      expect(added).toBe(dialect === 'anthropic' ? 2 : 1);
      const at = reply.events!.findLastIndex((event) => finishAt(dialect, { ...reply, events: [event] }) === 0);
      const copies = reply.events!.slice(at - added + 1, at + 1);
      expect(decodeReply(dialect, { ...reply, events: copies }).reply).toMatchObject({ text: '', calls: [] });
      for (const copy of copies) expect(finishAt(dialect, { ...reply, events: [copy] })).toBe(0);
      expect(reply.events!.toSpliced(at - added + 1, added)).toEqual(whole.events);
    });

    test('finish-missing says all the rest', () => {
      const whole = recorded(dialect);
      const { reply } = broken(dialect, 'finish-missing');
      const [had, has] = [decodeReply(dialect, whole), decodeReply(dialect, reply)];
      expect(has).toMatchObject({ end: 'incomplete', reply: { text: had.reply.text, calls: had.reply.calls } });
      expect(has.finish).toBeUndefined();
      expect(finishAt(dialect, reply)).toBeUndefined();
    });

    test('of a body: its first half, no JSON, or no finish', () => {
      const whole = recorded(dialect, false);
      const half = whole.body!.slice(0, Math.floor(whole.body!.length / 2));
      for (const [name, end] of [
        ['reset-after', 'reset'],
        ['truncated', 'complete'],
        ['stall', 'aborted'],
      ] as const)
        expect(broken(dialect, name, whole)).toEqual({ reply: { status: 200, headers: whole.headers, body: half, end } });
      expect(() => JSON.parse(broken(dialect, 'malformed', whole).reply.body!)).toThrow();
      const { reply } = broken(dialect, 'finish-missing', whole);
      expect(decodeReply(dialect, reply).reply.text).toBe('I look.');
      // One says it in a status of its own.
      if (dialect === 'openai-responses') expect(JSON.parse(reply.body!)).toMatchObject({ status: 'in_progress' });
      else expect(decodeReply(dialect, reply).end).toBe('incomplete');
      expect(impossible(dialect, 'duplicate-finish', whole)).toContain('no chunk that finishes it');
      expect(impossible(dialect, 'stall:1', whole)).toContain('no chunks to count');
    });

    test('a failure, and what nobody can read, has no fault but a status or none', () => {
      const failed = broken(dialect, '500').reply;
      expect(impossible(dialect, 'stall', failed)).toContain('status 500');
      expect(impossible(dialect, 'truncated', { status: 0, headers: {}, end: 'unreachable' })).toContain('status 0');
      expect(impossible(dialect, 'slow-drip', { status: 200, headers: {}, base64: 'AA==', end: 'complete' })).toContain('cannot be read');
      expect(broken(dialect, '401', failed).reply.status).toBe(401);
      const endless = broken(dialect, 'finish-missing').reply;
      for (const name of ['duplicate-finish', 'finish-missing']) expect(impossible(dialect, name, endless)).toContain('finish');
    });
  });

test('a stream without a finish can be cut anywhere, and events that are no JSON are passed over', () => {
  const reply: WireReply = {
    status: 200,
    headers: {},
    events: [{ comments: [' ping'] }, { data: 'x' }, { data: '{"a":1}' }],
    end: 'complete',
  };
  expect(broken('openai-chat', 'reset-after', reply).chunks).toEqual({ sent: 2, of: 3 });
  expect(broken('openai-chat', 'malformed:0', reply).reply.events![0]).toEqual({ comments: [' ping'], data: '{' });
  expect(impossible('openai-chat', 'truncated:3', reply)).toContain('2 chunks');
  expect(impossible('openai-chat', 'finish-missing', { ...reply, events: [], body: 'text' })).toContain('no finish');
  expect(broken('openai-chat', 'stall', { status: 200, headers: {}, end: 'complete' }).reply).toMatchObject({ body: '', end: 'aborted' });
});

test('a list that is streamed as one body loses its finish too', () => {
  const whole = recorded('gemini', 'list');
  expect(decodeReply('gemini', broken('gemini', 'finish-missing', whole).reply)).toMatchObject({
    end: 'incomplete',
    reply: { text: 'I look.' },
  });
  const blocked = { status: 200, headers: {}, events: [{ data: '{"promptFeedback":{"blockReason":"SAFETY"}}' }], end: 'complete' } as const;
  expect(broken('gemini', 'finish-missing', blocked as unknown as WireReply).reply.events).toEqual([]);
  expect(broken('gemini', 'duplicate-finish', blocked as unknown as WireReply).reply.events).toHaveLength(2);
  const mixed: WireReply = { status: 200, headers: {}, body: '[1,{"promptFeedback":{}}]', end: 'complete' };
  expect(broken('gemini', 'finish-missing', mixed).reply.body).toBe('[1]');
});
