import { expect, test } from '@playwright/test';
import type { RunReport } from '../../../harness/schema/index.js';
import { filterScenarios } from '../../../reporters/model/filter.js';
import { buildReport } from '../../../reporters/model/index.js';
import { input, report, run, surface } from './samples.js';

function withoutProvenance(run: RunReport): RunReport {
  const copy = { ...run };
  delete copy.provenance;
  return copy;
}

const { scenarios } = buildReport(
  input([
    run(report('file-edit', { surfaces: [surface('transcript', 'changed'), surface('outcome', 'matched')] })),
    run(
      report('file-read', {
        surfaces: [surface('transcript', 'matched'), surface('outcome', 'changed')],
        agent: { profile: 'Other', command: [] },
      }),
    ),
    run(report('hello', { description: 'Says hello to a FILE.', provenance: { kind: 'authored' } })),
    run(withoutProvenance(report('unknown')), { project: 'smoke', title: 'by hand' }),
  ]),
).index;

for (const [query, statuses, names] of [
  ['', [], ['file-edit', 'file-read', 'hello', 'unknown']],
  ['file', [], ['file-edit', 'file-read', 'hello']],
  ['FILE edit', [], ['file-edit']],
  ['by hand', [], ['unknown']],
  ['', ['changed'], ['file-edit', 'file-read']],
  ['', ['matched'], ['hello', 'unknown']],
  ['surface:transcript', [], ['file-edit']],
  ['surface:transcript', ['matched'], ['file-read', 'hello', 'unknown']],
  ['surface:outcome surface:transcript', [], ['file-edit', 'file-read']],
  ['surface:nothing', [], []],
  ['status:chan', [], ['file-edit', 'file-read']],
  ['agent:other', [], ['file-read']],
  ['project:smoke', [], ['unknown']],
  ['kind:authored', [], ['hello']],
  ['kind:unknown', [], ['unknown']],
  ['odd:word', [], []],
] as const) {
  test(`"${query}" with ${statuses.join() || 'any status'} finds ${names.join(', ') || 'nothing'}`, () => {
    expect(filterScenarios(scenarios, query, statuses).map(({ name }) => name)).toEqual(names);
  });
}
