import { expect, test } from '@playwright/test';
import { classify, recordsOf, type Capture, type CaptureContext, type LeafClass } from '../../../harness/mutate/index.js';
import { leavesOf, pathText } from '../../../harness/mutate/leaves.js';
import { placeOf } from '../../../harness/mutate/mutation.js';
import { captureOf, chunk, contextOf, frame, update } from './capture-of.js';

function classes(capture: Capture, context: CaptureContext = contextOf()): Record<string, [LeafClass, string | undefined]> {
  return Object.fromEntries(
    classify(capture, context).map(({ record, path, class: leafClass, why, touch }) => [
      placeOf(record, path),
      [leafClass, why ?? touch?.by.map(({ name }) => name).join(',')],
    ]),
  );
}

test('semantic, volatile and structural together are all leaves of the capture', () => {
  const capture = captureOf();
  const all = recordsOf(capture).flatMap((record) =>
    leavesOf(record.value).map(({ path }) => `${placeOf(record, path)} ${pathText(path)}`),
  );
  const leaves = classify(capture, contextOf()).map(({ record, path }) => `${placeOf(record, path)} ${pathText(path)}`);
  expect(leaves).toEqual(all);
  expect(new Set(leaves).size).toBe(all.length);
});

test('volatile is what a normalizer took away whole', () => {
  const found = classes(captureOf());
  expect(found['frame 2 value.id']).toEqual(['volatile', 'client-request id']);
  expect(found['frame 2 value.result.sessionId']).toEqual(['volatile', 'session id']);
  expect(found['frame 7 value.params.update.updatedAt']).toEqual(['volatile', 'time']);
  expect(found['log 1 header createdAt']).toEqual(['volatile', 'createdAt']);
  expect(found['log 1 header cwd']).toEqual(['volatile', 'cwd']);
  expect(found['log 1 event 1 time']).toEqual(['volatile', 'time']);
  expect(found['file 3 link']).toEqual(['semantic', 'cwd']);
});

test('a text that holds a folder is semantic for the rest of it', () => {
  const found = classes(captureOf());
  expect(found['file 1 text']).toEqual(['semantic', 'cwd']);
  expect(found['outcome prompts[1].error.message']).toEqual(['semantic', 'cwd']);
  expect(found['log 1 event 4 data.content']).toEqual(['semantic', 'cwd']);
});

test('what is dropped because it is checked elsewhere is semantic', () => {
  const found = classes(captureOf());
  expect(found['log 1 event 1 seq']).toEqual(['semantic', 'seq']);
  expect(found['log 1 event 4 sourceEventSeqs[0]']).toEqual(['semantic', 'sourceEventSeqs']);
  expect(found['log 1 event 2 data.header.system']?.[0]).toBe('semantic');
  expect(found['log 1 event 2 data.header.tools[0].name']?.[0]).toBe('semantic');
  expect(found['decision 2 request.system']?.[0]).toBe('semantic');
});

test('what is not compared by design is counted by the rule that says so', () => {
  const found = classes(captureOf());
  expect(found['frame 1 value.method']).toEqual(['structural', 'client row (context)']);
  expect(found['frame 4 at']).toEqual(['structural', 'time of the tap']);
  expect(found['frame 4 line']).toEqual(['structural', 'place of the line']);
  expect(found['file 2 path']).toEqual(['structural', 'state that the profile declares']);
  expect(found['decision 2 outcome']).toEqual(['structural', "the provider's own notes"]);
  expect(found['decision 2 place']?.[0]).toBe('semantic');
  expect(found['decision 3 left']?.[0]).toBe('semantic');
  expect(found['outcome schema']).toEqual(['structural', 'version of our own file']);
});

test('a surface that the scenario does not declare is not compared', () => {
  const found = classes(captureOf(), contextOf({ surfaces: new Set(['outcome']) }));
  expect(found['frame 4 value.method']).toEqual(['structural', 'surface not declared: transcript']);
  expect(found['outcome exitCode']?.[0]).toBe('semantic');
});

test('the canonical form keeps the last usage of a session', () => {
  const frames = [update('usage_update', { used: 1 }), update('usage_update', { used: 2 })];
  const found = classes(captureOf({ frames }), contextOf({ mode: 'causal' }));
  expect(found['frame 1 value.params.update.used']).toEqual(['structural', 'causal: of usage all but the last value']);
  expect(found['frame 2 value.params.update.used']?.[0]).toBe('semantic');
  expect(classes(captureOf({ frames }))['frame 1 value.params.update.used']?.[0]).toBe('semantic');
});

test('noise is semantic; a normalizer of the profile makes its field volatile', () => {
  const noise = { from: 'agent' as const, at: 1, line: 1, raw: 'hello', noise: 'not JSON' };
  const normalizers = [{ name: 'n', reason: 'random', surface: 'transcript' as const, path: 'params.n', token: '{{n}}' }];
  const capture = captureOf({ frames: [noise, frame('agent', { method: 'x', params: { n: { deep: 1 } } }), chunk('a')] });
  const found = classes(capture, contextOf({ normalizers }));
  expect(found['frame 1 noise']?.[0]).toBe('semantic');
  expect(found['frame 2 value.params.n.deep']).toEqual(['volatile', 'n']);
});
