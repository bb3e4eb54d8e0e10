import { expect, test } from '@playwright/test';
import { parseArguments, USAGE } from '../../../harness/agent/argv.js';

test('serves with the packaged config where nothing is given', () => {
  expect(parseArguments([])).toEqual({ action: 'serve' });
});

test('reads files and actions in any order', () => {
  expect(parseArguments(['--overlay', 'o.json', '--print-config', '--config', 'c.json'])).toEqual({
    action: 'print-config',
    config: 'c.json',
    overlay: 'o.json',
  });
  expect(parseArguments(['--version'])).toEqual({ action: 'version' });
  expect(parseArguments(['--help'])).toEqual({ action: 'help' });
  expect(parseArguments(['--finish', 'id'])).toEqual({ action: 'finish', session: 'id' });
  expect(parseArguments(['--abandon', 'id', '--config', 'c'])).toEqual({ action: 'abandon', session: 'id', config: 'c' });
});

for (const argv of [
  ['--replay'],
  ['x'],
  ['--config'],
  ['--config', ''],
  ['--config', '--overlay'],
  ['--config', 'a', '--config', 'b'],
  ['--help', '--version'],
  ['--finish'],
  ['--finish', 'a', '--abandon', 'a'],
  ['--help', '--abandon', 'a'],
]) {
  test(`refuses ${JSON.stringify(argv)}`, () => {
    expect(() => parseArguments(argv)).toThrow('ACP_AGENT_ARGUMENT');
  });
}

test('the usage names every option', () => {
  for (const option of ['--config FILE', '--overlay FILE', '--print-config', '--version', '--help', '--finish ID', '--abandon ID'])
    expect(USAGE).toContain(option);
});
