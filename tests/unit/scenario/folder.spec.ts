import { join } from 'node:path';
import { findPin, loadScenarios, scenarioDirectory, scenarioNames } from '../../../harness/scenario/index.js';
import { expect, input, problemOf, scenario, test } from './support.js';

test('lists and loads scenarios in name order, and those that are named', async ({ folder }) => {
  for (const name of ['b', 'a', 'c']) await scenario(folder, name);
  expect(await scenarioNames(folder)).toEqual(['a', 'b', 'c']);
  expect((await loadScenarios(folder)).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect((await loadScenarios(folder, ['c'])).map(({ name }) => name)).toEqual(['c']);
});

test('says that the folder does not exist', async ({ folder }) => {
  expect((await problemOf(scenarioNames(join(folder, 'nowhere')))).code).toBe('ACP_SCENARIO_FOLDER_MISSING');
});

test('refuses scenario directories whose names differ in case only', async ({ folder }) => {
  for (const name of ['turn', 'Turn']) await scenario(folder, name);
  expect((await problemOf(scenarioNames(folder))).code).toBe('ACP_SCENARIO_CASE');
});

for (const name of ['..', '../x', 'a/b', 'a\\b', '/etc', '.hidden', '']) {
  test(`refuses the scenario name ${JSON.stringify(name)}`, async () => {
    expect((await problemOf(Promise.resolve().then(() => scenarioDirectory('/folder', name)))).code).toBe('ACP_SCENARIO_NAME');
  });
}

test('finds the pin of a header class, also beside a damaged scenario', async ({ folder }) => {
  await scenario(folder, 'broken', { 'input.jsonl': '{' });
  await scenario(folder, 'plain', { 'input.jsonl': input('plain', { headerClass: 'main' }) });
  await scenario(folder, 'pin', { 'input.jsonl': input('pin', { headerClass: 'main', pin: true }) });
  await scenario(folder, 'other', { 'input.jsonl': input('other', { headerClass: 'other', pin: true }) });
  expect(await findPin(folder, 'main')).toEqual({
    scenario: 'pin',
    system: join(folder, 'pin/system-prompt.expected.md'),
    tools: join(folder, 'pin/tool-schemas.expected.json'),
  });
});

test('refuses a header class with no pin, naming those that have one', async ({ folder }) => {
  await scenario(folder, 'pin', { 'input.jsonl': input('pin', { headerClass: 'other', pin: true }) });
  const problem = await problemOf(findPin(folder, 'main'));
  expect(problem.code).toBe('ACP_SCENARIO_PIN');
  expect(problem.text).toContain('other');
});

test('refuses a header class with two pins, naming them', async ({ folder }) => {
  for (const name of ['first', 'second']) await scenario(folder, name, { 'input.jsonl': input(name, { headerClass: 'main', pin: true }) });
  const problem = await problemOf(findPin(folder, 'main'));
  expect(problem.code).toBe('ACP_SCENARIO_PIN');
  expect(problem.text).toContain('first, second');
});

test('finds the pin again where another scenario has become it', async ({ folder }) => {
  await scenario(folder, 'first', { 'input.jsonl': input('first', { headerClass: 'main', pin: true }) });
  await scenario(folder, 'second', { 'input.jsonl': input('second', { headerClass: 'main' }) });
  expect((await findPin(folder, 'main')).scenario).toBe('first');
  expect((await findPin(folder, 'main')).scenario).toBe('first');
  await scenario(folder, 'first', { 'input.jsonl': input('first', { headerClass: 'main' }) });
  await scenario(folder, 'second', { 'input.jsonl': input('second', { headerClass: 'main', pin: true }) });
  expect((await findPin(folder, 'main')).scenario).toBe('second');
});
