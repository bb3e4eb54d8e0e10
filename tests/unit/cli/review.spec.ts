import { expect, test } from '@playwright/test';
import { askThrough } from '../../../harness/cli/review/ask.js';
import { groupItems } from '../../../harness/cli/review/item.js';
import type { ReviewItem } from '../../../harness/cli/review/item.js';
import type { ReviewSession, Written } from '../../../harness/cli/review/session.js';
import { select } from '../../../harness/cli/review/targets.js';
import type { ReviewGroup, ReviewScenario, ReviewSurface, SurfaceId } from '../../../harness/schema/index.js';

const scenarios = ['one', 'two'].map((scenario): ReviewScenario => ({
  scenario,
  description: 'x',
  directory: `snapshots/${scenario}`,
  projects: [''],
  drifted: false,
  surfaces: [],
}));

function item(at: 0 | 1, surface: SurfaceId, groups: number[], grouped = true): ReviewItem {
  const data: ReviewSurface = { surface, status: 'changed', changeCount: 1, changes: [], groups, grouped };
  return { target: `${surface}:${scenarios[at]!.scenario}`, scenario: scenarios[at]!, surface: data, state: 'open' };
}

const GROUPS = [1, 2].map((number): ReviewGroup => ({
  number,
  surface: 'transcript',
  kind: 'value',
  label: 'x',
  path: '$.x',
  scenarios: 2,
}));
const make = () => [item(0, 'transcript', [1]), item(0, 'outcome', []), item(1, 'transcript', [1, 2]), item(1, 'workspace', [2], false)];

const chosen = (accept: string[], reject: string[] = []) => {
  const { accept: accepted, reject: rejected, partly } = select(make(), 2, accept, reject);
  const names = (items: readonly ReviewItem[]) => items.map(({ target }) => target);
  return { accept: names(accepted), reject: names(rejected), partly: names(partly) };
};

test('targets name a surface, a scenario, its directory, a group or all', () => {
  expect(chosen(['transcript:one']).accept).toEqual(['transcript:one']);
  expect(chosen(['one']).accept).toEqual(['transcript:one', 'outcome:one']);
  expect(chosen(['workspace:snapshots/two']).accept).toEqual(['workspace:two']);
  expect(chosen(['snapshots/two/']).accept).toEqual(['transcript:two', 'workspace:two']);
  expect(chosen(['all']).accept).toHaveLength(4);
});

test('a group accepts what holds no other change; groups count together', () => {
  expect(chosen(['group:1'])).toEqual({ accept: ['transcript:one'], reject: [], partly: ['transcript:two'] });
  expect(chosen(['group:1', 'group:2'])).toEqual({ accept: ['transcript:one', 'transcript:two'], reject: [], partly: ['workspace:two'] });
});

test('what is rejected is not accepted', () => {
  expect(chosen(['all'], ['workspace:two'])).toMatchObject({
    accept: ['transcript:one', 'outcome:one', 'transcript:two'],
    reject: ['workspace:two'],
  });
  expect(chosen(['one'], ['group:1']).accept).toEqual(['outcome:one']);
});

for (const target of ['transcript:three', 'three', 'group:0', 'group:3', 'log:one', ''])
  test(`"${target}" is nothing in the report`, () => {
    expect(() => chosen([target])).toThrow(`Nothing in the report is called "${target}".`);
    expect(() => chosen([], [target])).toThrow('ACP_REVIEW_TARGET');
  });

/** Answers the questions in turn, then closes the input. */
async function answered(answers: string[]): Promise<Record<string, string>> {
  const items = make();
  const session = {
    items,
    groups: groupItems(GROUPS, items),
    manifest: { scenarios },
    accept: async (some: readonly ReviewItem[]): Promise<Written> => {
      for (const one of some) one.state = 'accepted';
      return { written: some.map(({ target }) => target), removed: [] };
    },
    reject: (some: readonly ReviewItem[]) => {
      for (const one of some) one.state = 'rejected';
    },
  } as unknown as ReviewSession;
  await askThrough(session, { ask: async () => answers.shift(), say: () => {} });
  return Object.fromEntries(items.map(({ target, state }) => [target, state]));
}

test('in the terminal each answer decides one surface, or the rest of its scenario', async () => {
  expect(await answered(['y', 'm', 'n', '', 'what', 'a'])).toEqual({
    'transcript:one': 'accepted',
    'outcome:one': 'rejected',
    'transcript:two': 'accepted',
    'workspace:two': 'accepted',
  });
  expect(await answered(['none', 'q'])).toMatchObject({
    'transcript:one': 'rejected',
    'outcome:one': 'rejected',
    'transcript:two': 'open',
  });
});

test('whoever closes the input keeps what they accepted', async () => {
  expect(await answered(['y'])).toMatchObject({ 'transcript:one': 'accepted', 'outcome:one': 'open', 'transcript:two': 'open' });
});

test('a group of several surfaces is asked about first, and once', async () => {
  const items = [item(0, 'transcript', [1]), item(1, 'transcript', [1])];
  const questions: string[] = [];
  const session = {
    items,
    groups: groupItems(GROUPS, items),
    manifest: { scenarios },
    accept: async (some: readonly ReviewItem[]) => {
      for (const one of some) one.state = 'accepted';
      return { written: [], removed: [] };
    },
  } as unknown as ReviewSession;
  await askThrough(session, { ask: async (question) => (questions.push(question), 'y'), say: () => {} });
  expect(questions).toEqual(['Accept in 2 surfaces? [y]es, [n]o, [o]ne by one, [q]uit: ']);
  expect(items.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
});
