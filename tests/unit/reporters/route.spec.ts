import { expect, test } from '@playwright/test';
import { formatRoute, parseRoute, type Route } from '../../../reporters/model/route.js';

const NOTHING: Route = { query: '', statuses: [], run: 0 };

for (const [name, route, hash] of [
  ['the overview', NOTHING, '#'],
  [
    'a filter',
    { ...NOTHING, query: 'surface:transcript a&b', statuses: ['changed', 'new'] },
    '#?q=surface%3Atranscript+a%26b&status=changed%2Cnew',
  ],
  ['a scenario', { ...NOTHING, scenario: 'file-edit@replay' }, '#file-edit%40replay'],
  [
    'a record',
    { ...NOTHING, scenario: 'a/b', surface: 'workspace', record: 'src/x.ts:e12', view: 'unified', run: 2 },
    '#a%2Fb/workspace/src%2Fx.ts%3Ae12?view=unified&run=2',
  ],
] as const) {
  test(`${name} is written and read back`, () => {
    expect(formatRoute(route as Route)).toBe(hash);
    expect(parseRoute(hash)).toEqual(route);
  });
}

test('what cannot be read is left out', () => {
  expect(parseRoute('')).toEqual(NOTHING);
  expect(parseRoute('#%E0%A4%A/transcript?run=x')).toEqual(NOTHING);
  expect(parseRoute('#one//3?run=-4')).toEqual({ ...NOTHING, scenario: 'one' });
});
