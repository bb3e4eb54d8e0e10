import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reviewManifest, type ReviewManifest, type RunReport, type SurfaceComparison } from '../../../harness/schema/index.js';
import { buildReview, type CollectedRun } from '../../../reporters/model/index.js';
import { writeReview } from '../../../reporters/review/write.js';
import { compared, input, report, run, surface } from './samples.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const NAME = 'outcome.expected.json';
const text = (exit: number) => `{\n  "exitCode": ${exit}\n}\n`;

/** An outcome that changed from 0, as a run reports it. */
function outcome(exit = 1, more: Partial<SurfaceComparison> = {}): SurfaceComparison {
  const acceptance = { base: [{ name: NAME, sha256: sha256(text(0)) }], write: [{ name: NAME, sha256: sha256(text(exit)) }], remove: [] };
  return compared('outcome', { [NAME]: [text(0), text(exit)] }, { acceptance, ...more });
}

const of = (surfaces: SurfaceComparison[], more: Partial<RunReport> = {}, origin: Partial<CollectedRun> = {}) =>
  run(report('a', { surfaces, ...more }), origin);
const review = (...runs: CollectedRun[]): ReviewManifest => reviewManifest.parse(buildReview(input(runs)).manifest);
const only = (...runs: CollectedRun[]) => review(...runs).scenarios[0]!.surfaces[0]!;

test('a changed surface can be accepted, a matched one needs no look', () => {
  const manifest = review(of([surface('transcript', 'matched'), outcome()]), run(report('b')));
  expect(manifest.scenarios.map(({ scenario, surfaces }) => [scenario, surfaces.map((one) => one.surface)])).toEqual([['a', ['outcome']]]);
  expect(manifest.scenarios[0]!.surfaces[0]).toMatchObject({ status: 'changed', changeCount: 1, groups: [1], grouped: true });
  expect(manifest.scenarios[0]!.surfaces[0]!.acceptance!.write).toEqual([{ name: NAME, sha256: sha256(text(1)) }]);
  expect(manifest.groups).toMatchObject([{ number: 1, surface: 'outcome', kind: 'value', path: '$.exitCode', expected: '0', actual: '1' }]);
});

test('only last attempts count, of each test of its own', () => {
  const green = of([surface('outcome', 'matched')], {}, { retry: 1 });
  expect(review(of([outcome()]), green).scenarios).toEqual([]);
  expect(only(of([outcome(1)]), of([outcome(2)], {}, { retry: 1 })).acceptance!.write[0]!.sha256).toBe(sha256(text(2)));
});

test('what tests, repeats or projects disagree about is not offered, what they agree on is', () => {
  expect(only(of([outcome(1)]), of([outcome(2)], {}, { repeat: 1 })).refused).toContain('its runs do not agree');
  expect(only(of([outcome(1)]), of([surface('outcome', 'matched')], {}, { project: 'other' })).refused).toContain('do not agree');
  expect(only(of([outcome(1)]), of([outcome(1)], {}, { project: 'other' }))).toMatchObject({ acceptance: expect.anything() });
  // A test that does not compare it says nothing of it.
  expect(only(of([outcome(1)]), of([surface('outcome', 'skipped')], {}, { title: 'other' }))).toMatchObject({
    acceptance: expect.anything(),
  });
});

for (const [what, more, origin, code] of [
  ['a failure', { failure: { code: 'ACP_AGENT_EXITED', message: 'x' } }, {}, 'ACP_AGENT_EXITED'],
  ['an error finding', { findings: [{ rule: 'noise', severity: 'error', message: 'x', allowed: false }] }, {}, 'ACP_FINDING'],
  ['a test that timed out', {}, { testStatus: 'timedOut' }, 'ACP_REVIEW_UNFINISHED'],
] as const) {
  test(`${what} keeps everything of the scenario from being accepted`, () => {
    const [scenario] = review(of([outcome()], more as Partial<RunReport>, origin)).scenarios;
    expect(scenario!.blocked!.code).toBe(code);
    expect(scenario!.surfaces[0]!.acceptance).toBeUndefined();
    expect(scenario!.drifted).toBe(false);
  });
}

test('an allowed finding blocks nothing', () => {
  const findings = [{ rule: 'noise', severity: 'error' as const, message: 'x', allowed: true }];
  expect(review(of([outcome()], { findings })).scenarios[0]!.blocked).toBeUndefined();
});

test('drift is told also where another problem stands before it', () => {
  const drift = { code: 'ACP_X', message: '[playwright-acp] x.\nACP_X\n\n[playwright-acp] y.\nACP_REPLAY_DRIFT' };
  expect(review(of([surface('outcome', 'not-reached')], { failure: drift })).scenarios[0]!.drifted).toBe(true);
});

for (const [what, one, reason] of [
  ['a surface that was not reached', surface('outcome', 'not-reached', { note: 'call 2 drifted' }), 'call 2 drifted'],
  ['one that failed to run', surface('outcome', 'failed-to-run'), 'it failed to run'],
  ['one that was written', surface('outcome', 'new'), 'the run wrote it already'],
  ['a view', surface('tool-calls', 'changed'), 'a view on the session log'],
  ['a prompt that is pinned elsewhere', surface('system-prompt', 'changed'), 'the scenario that pins its header class'],
  ['a report without a plan', surface('outcome', 'changed'), 'does not say what accepting it would write'],
] as const) {
  test(`${what} is not offered and says why`, () => {
    const found = only(of([one]));
    expect(found.acceptance).toBeUndefined();
    expect(found.refused).toContain(reason);
  });
}

test('a surface with more changes than were listed belongs to no group as a whole', () => {
  expect(only(of([outcome(1, { changeCounts: { value: 300 } })])).grouped).toBe(false);
});

test('the folder holds the bytes by their hash, and nothing of an earlier report', ({}, testInfo) => {
  const folder = testInfo.outputPath('report');
  writeReview(folder, input([of([outcome(1)])]));
  writeReview(folder, input([of([outcome(2)])]));
  expect(readdirSync(join(folder, 'actual'))).toEqual([sha256(text(2))]);
  expect(readFileSync(join(folder, 'actual', sha256(text(2))), 'utf8')).toBe(text(2));
  writeReview(folder, input([run(report('b'))]));
  expect(existsSync(join(folder, 'actual'))).toBe(false);
  expect(reviewManifest.parse(JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8'))).scenarios).toEqual([]);
});

test('what is too big, or not the bytes the run meant, is not carried and says so', ({}, testInfo) => {
  const written = (runs: CollectedRun[], most?: number): ReviewManifest => {
    const folder = testInfo.outputPath('report');
    writeReview(folder, input(runs), most);
    return JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8')) as ReviewManifest;
  };
  expect(written([of([outcome()])], 3).scenarios[0]!.surfaces[0]!.refused).toContain('too big');
  const wrong = outcome(1, { acceptance: { base: [], write: [{ name: NAME, sha256: sha256('other') }], remove: [] } });
  expect(written([of([wrong])]).scenarios[0]!.surfaces[0]!.refused).toContain('does not hold the bytes');
});

test('a link in the report folder is replaced, not followed', ({}, testInfo) => {
  const [folder, elsewhere] = [testInfo.outputPath('report'), testInfo.outputPath('elsewhere')];
  mkdirSync(folder, { recursive: true });
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, 'kept'), 'kept');
  symlinkSync(elsewhere, join(folder, 'actual'), 'junction');
  symlinkSync(join(elsewhere, 'kept'), join(folder, 'review.json'));
  writeReview(folder, input([of([outcome()])]));
  expect(readdirSync(elsewhere)).toEqual(['kept']);
  expect(readFileSync(join(elsewhere, 'kept'), 'utf8')).toBe('kept');
  expect(readdirSync(join(folder, 'actual'))).toEqual([sha256(text(1))]);
});
