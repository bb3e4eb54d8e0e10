import { expect, test } from '@playwright/test';
import { decodeReply, encodeReply, refusalReply } from '../../../harness/dialects/index.js';
import { DIALECTS, wireReply, type AuthoredRecord, type Dialect } from '../../../harness/schema/index.js';
import { AUTHORED, encodeOptions } from './samples.js';

for (const dialect of DIALECTS) {
  for (const stream of dialect === 'gemini' ? ([true, false, 'list'] as const) : [true, false]) {
    for (const [name, authored] of Object.entries(AUTHORED)) {
      test(`${dialect}: an authored reply, ${name}, stream ${stream}, is decoded to what it says`, () => {
        const reply = wireReply.parse(encodeReply(dialect, authored, encodeOptions(stream)));
        const { reply: said, end, finish, chunks } = decodeReply(dialect, reply);
        const ids = encodeOptions(stream).ids;
        expect(said).toMatchObject({
          text: authored.text ?? '',
          calls: (authored.toolCalls ?? []).map((call) => ({
            id: call.id ?? ids('call'),
            name: call.name,
            arguments: JSON.stringify(call.arguments),
          })),
        });
        expect(said.reasoning).toBe(authored.reasoning);
        expect(end).toBe('complete');
        expect(reply.finish).toBe(finish);
        expect(chunks.slice(-2)).toMatchObject([
          { type: 'usage', usage: authored.usage ?? { inputTokens: 1, outputTokens: 1 } },
          { type: 'finish', reason: { kind: authored.finish ?? (authored.toolCalls ? 'tool-calls' : 'stop') } },
        ]);
        expect(encodeReply(dialect, authored, encodeOptions(stream))).toEqual(reply);
      });
    }

    test(`${dialect}: a hang, stream ${stream}, is its prefix without an end`, () => {
      for (const said of [{ text: 'Wait', reasoning: 'Hm.' }, { reasoning: 'Hm.' }, {}]) {
        const reply = wireReply.parse(encodeReply(dialect, { type: 'hang', lane: 1, ...said }, encodeOptions(stream)));
        const decoded = decodeReply(dialect, reply);
        const heard = stream ? { text: '', ...said } : { text: '' };
        expect(decoded).toMatchObject({ reply: { ...heard, calls: [] }, end: 'aborted' });
        expect(decoded.chunks.filter(({ type }) => type === 'finish')).toEqual([]);
        expect(reply).not.toHaveProperty('finish');
        expect(reply.status).toBe(200);
      }
    });
  }
}

const EVENT_NAMES: Record<Dialect, boolean> = { 'openai-chat': false, 'openai-responses': true, anthropic: true, gemini: false };

for (const dialect of DIALECTS) {
  test(`${dialect}: events are named by their type where the dialect names them`, () => {
    const { events } = encodeReply(dialect, AUTHORED['everything']!, encodeOptions(true));
    for (const { event, data } of events!) {
      if (data === '[DONE]') continue;
      expect(event).toBe(EVENT_NAMES[dialect] ? (JSON.parse(data!) as { type: string }).type : undefined);
    }
  });
}

test('an error has the form and the words of its dialect', () => {
  const body = (dialect: Dialect, status: number): unknown => {
    const error: AuthoredRecord = { type: 'error', lane: 1, status, message: 'm' };
    const reply = encodeReply(dialect, error, encodeOptions(true));
    expect(reply).toMatchObject({ status, headers: { 'content-type': 'application/json' }, end: 'complete' });
    return JSON.parse(reply.body!);
  };
  expect(body('openai-chat', 429)).toEqual({ error: { message: 'm', type: 'rate_limit_error', param: null, code: null } });
  expect(body('openai-responses', 404)).toEqual({ error: { message: 'm', type: 'not_found_error', param: null, code: null } });
  const anthropic = (status: number) => (body('anthropic', status) as { error: { type: string } }).error.type;
  expect([400, 401, 403, 429, 500, 529].map(anthropic)).toEqual([
    'invalid_request_error',
    'authentication_error',
    'permission_error',
    'rate_limit_error',
    'api_error',
    'overloaded_error',
  ]);
  const google = (status: number) => (body('gemini', status) as { error: { status: string } }).error.status;
  expect([400, 401, 403, 404, 429, 500, 503, 504].map(google)).toEqual([
    'INVALID_ARGUMENT',
    'UNAUTHENTICATED',
    'PERMISSION_DENIED',
    'NOT_FOUND',
    'RESOURCE_EXHAUSTED',
    'INTERNAL',
    'UNAVAILABLE',
    'DEADLINE_EXCEEDED',
  ]);
});

test('an error tells when to try again', () => {
  const error: AuthoredRecord = { type: 'error', lane: 1, status: 429, message: 'm', retryAfter: 3 };
  for (const dialect of DIALECTS) expect(encodeReply(dialect, error, encodeOptions(true)).headers['retry-after']).toBe('3');
});

test('a refusal is an error in every dialect at once', () => {
  const refusal = wireReply.parse(refusalReply('why'));
  expect(refusal.status).toBe(400);
  for (const dialect of DIALECTS)
    expect(decodeReply(dialect, refusal).chunks).toEqual([
      { type: 'finish', reason: { kind: 'error', failure: { message: 'why', code: 'INVALID_REQUEST', status: 400 } } },
    ]);
});
