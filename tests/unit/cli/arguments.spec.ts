import { expect, test } from '@playwright/test';
import { parseArguments } from '../../../harness/cli/arguments.js';

const options = { config: { type: 'string', short: 'c' }, overwrite: { type: 'boolean' } } as const;

test('reads options and names in any order', () => {
  expect(parseArguments(['a', '-c', 'x.ts', 'b', '--overwrite'], options)).toMatchObject({
    values: { config: 'x.ts', overwrite: true },
    positionals: ['a', 'b'],
  });
  expect(parseArguments(['--config=x.ts', '--', '--overwrite'], options)).toMatchObject({
    values: { config: 'x.ts' },
    positionals: ['--overwrite'],
  });
});

for (const [args, text] of [
  [['--overwrit'], 'did you mean "--overwrite"?'],
  [['-x'], 'Unknown option "-x"'],
  [['--config'], 'Option "--config" needs a value'],
  [['--config='], 'Option "--config" needs a value'],
  [['--config', '--overwrite'], 'Option "--config" needs a value'],
  [['--overwrite=1'], 'Option "--overwrite" takes no value'],
  [['--constructor'], 'Unknown option "--constructor"'],
] as const) {
  test(`refuses ${args.join(' ')}`, () => {
    expect(() => parseArguments(args, options)).toThrow(text);
  });
}
