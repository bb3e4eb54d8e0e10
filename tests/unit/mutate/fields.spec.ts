import { expect, test } from '@playwright/test';
import { normalizedFields, type Capture } from '../../../harness/mutate/index.js';
import { captureOf, contextOf, CWD, frame, update } from './capture-of.js';

const of = (a: Capture, b: Capture) =>
  new Map(normalizedFields(a, b, contextOf()).map((field) => [`${field.part} ${field.record} ${field.field}`, field]));

test('a field that holds other values in the second run has varied', () => {
  const other = captureOf({
    frames: [
      frame('agent', { id: 0, result: { sessionId: 'two' } }),
      update('session_info_update', { updatedAt: '2027-01-02T03:04:05.000Z' }),
    ],
  });
  const fields = of(captureOf(), other);
  expect(fields.get('frames response value.result.sessionId')).toMatchObject({
    varied: true,
    from: 'one',
    to: 'two',
    normalizers: ['session id'],
  });
  expect(fields.get('frames session_info_update value.params.update.updatedAt')).toMatchObject({ varied: true, normalizers: ['time'] });
  expect(fields.get('log session createdAt')).toMatchObject({ varied: false, from: 99, to: 99 });
});

test('a field that the second run does not hold has not varied', () => {
  expect(of(captureOf(), captureOf({ frames: [] })).get('frames response value.result.sessionId')).toMatchObject({ varied: false });
});

test('files, outcome and requests are named by what they are', () => {
  const fields = of(captureOf(), captureOf());
  expect([...fields.keys()].filter((key) => /^(?:files|outcome)/.test(key))).toEqual([
    'files a.txt text',
    'files link link',
    'outcome outcome prompts[*].error.message',
  ]);
  expect(fields.get('files a.txt text')).toMatchObject({ from: `see ${CWD}`, normalizers: ['cwd'] });
});

test('what is checked elsewhere hides nothing and is left out', () => {
  const fields = of(captureOf(), captureOf());
  expect([...fields.values()].flatMap(({ normalizers }) => normalizers)).not.toContain('seq');
  expect([...fields.keys()].filter((key) => key.includes('request'))).toEqual(['log request/header time']);
});

test('requests and errors of the agent, noise and model calls have names of their own', () => {
  const normalizers = [{ name: 'n', reason: 'random', surface: 'requests' as const, path: 'config.model', token: '{{n}}' }];
  const noise = { from: 'agent' as const, at: 1, line: 1, raw: `in ${CWD}`, noise: 'not JSON' };
  const capture = captureOf({
    frames: [
      noise,
      frame('agent', { id: 5, method: 'fs/read_text_file', params: {} }),
      frame('agent', { id: 0, error: { code: 1, message: 'x' } }),
    ],
  });
  const keys = normalizedFields(capture, capture, contextOf({ normalizers })).map(
    ({ part, record, field }) => `${part} ${record} ${field}`,
  );
  expect(keys).toEqual(
    expect.arrayContaining([
      'frames noise noise',
      'frames fs/read_text_file value.id',
      'frames error value.id',
      'requests model call request.config.model',
    ]),
  );
});
