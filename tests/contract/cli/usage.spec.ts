import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures/inline.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };

for (const [args, exitCode, text] of [
  [['--help'], 0, 'Usage: playwright-acp <command>'],
  [['-h'], 0, 'Exit codes: 0 done, 1 refused or failed, 2 wrong usage'],
  [['record', '--help'], 0, 'Usage: playwright-acp record [scenario…]'],
  [['--version'], 0, version],
  [[], 2, 'No command was given'],
  [['recrod'], 2, 'did you mean "record"?'],
  [['frobnicate'], 2, 'ACP_CLI_COMMAND'],
  [['--hlep'], 2, 'did you mean "--help"?'],
  [['record', 'x', '--overwrit'], 2, 'did you mean "--overwrite"?'],
  [['record', '--config'], 2, 'needs a value'],
  [['record', '--config', '--overwrite'], 2, 'needs a value'],
  [['record', '--overwrite=yes'], 2, 'takes no value'],
] as const) {
  test(`playwright-acp ${args.join(' ')} ends with ${exitCode}`, async ({ inlineProject }) => {
    const result = await inlineProject({}).cli(args);
    expect(result.output).toContain(text);
    expect(result.exitCode).toBe(exitCode);
  });
}
