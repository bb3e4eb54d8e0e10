import { expect, test } from '@playwright/test';
import { fitsNode, isNodeRange, nodeOf } from '../../../harness/run/node-version.js';

for (const [range, version, fits] of [
  ['24', 'v24.1.0', true],
  ['24', 'v25.0.0', false],
  ['>=24', 'v24.0.0', true],
  ['>=24', 'v20.19.0', false],
  ['>=22.4 <25', 'v24.9.9', true],
  ['>=22.4 <25', 'v22.3.0', false],
  ['>=22.4 <25', 'v25.0.0', false],
  ['>24', 'v24.9.0', false],
  ['>24', 'v25.0.0', true],
  ['<=24', 'v24.9.0', true],
  ['=20.19.2', 'v20.19.2', true],
  ['=20.19.2', 'v20.19.3', false],
] as const) {
  test(`${version} ${fits ? 'fits' : 'does not fit'} ${range}`, () => expect(fitsNode(range, version)).toBe(fits));
}

test('a range is comparators and nothing else', () => {
  expect(['>=24', '20', '>=20.1 <30'].every(isNodeRange)).toBe(true);
  expect(['', 'latest', '^20', '20.x', 24, undefined].some(isNodeRange)).toBe(false);
});

test('a Node that fits is taken of those at hand; where none does, the failure says what to install', async () => {
  const profile = { name: 'a', command: ['x'], node: '>=999' };
  const places = { package: '/p', root: '/r', node: process.execPath, otherNodes: ['/no/such/node'] };
  await expect(nodeOf(profile, places)).rejects.toThrow(/needs Node >=999[\s\S]*no\/such\/node \(does not run\)[\s\S]*node@999/);
  expect(await nodeOf({ ...profile, node: '>=18' }, places)).toBe(process.execPath);
  expect(await nodeOf({ name: 'a', command: ['x'] }, places)).toBe(process.execPath);
});
