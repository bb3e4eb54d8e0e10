import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from './installed.js';

/** The example agent of the protocol's SDK, which calls no model, as somebody would set it up who has read the README. */
const FILES = {
  'playwright.config.ts': `import { defineConfig, type AgentProfile } from 'playwright-acp/config';

const example: AgentProfile = {
  name: 'example',
  command: ['{{node}}', '{{root}}/node_modules/@agentclientprotocol/sdk/dist/examples/agent.js'],
};

export default defineConfig({ acp: { agents: [example], scenarios: 'tests/snapshots' }, testDir: 'tests' });
`,
  'tests/snapshots.spec.ts': `import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('snapshots');\n`,
  'tests/snapshots/allows/input.jsonl': `{"type":"fixture","fixture":"input","schema":1,"scenario":"allows","description":"A change is asked for and allowed.","agent":"example","seam":"none"}
{"op":"initialize"}
{"op":"new_session"}
{"op":"answer_permission","option":"allow_once","tool":"Modifying critical"}
{"op":"prompt","text":"Update the configuration."}
`,
};

test.describe.configure({ timeout: 180_000 });

test('the example agent of the SDK gets a scenario: its first run writes what is expected, the next is green', async ({ installed }) => {
  const scope = join(installed.dir, 'node_modules/@agentclientprotocol');
  installed.write('node_modules/@agentclientprotocol/.keep', '');
  symlinkSync(resolve(import.meta.dirname, '../../node_modules/acp-sdk-1'), join(scope, 'sdk'), 'junction');
  for (const [path, text] of Object.entries(FILES)) installed.write(path, text);
  const playwright = ['node_modules/@playwright/test/cli.js', 'test'];
  const first = await installed.run(process.execPath, playwright);
  expect(first).toMatchObject({ code: 1, output: expect.stringContaining('expected files did not exist. They were written now') });
  const transcript = join(installed.dir, 'tests/snapshots/allows/transcript.expected.jsonl');
  expect(existsSync(transcript), first.output).toBe(true);
  expect(readFileSync(transcript, 'utf8')).toContain("I've successfully updated the configuration");
  expect(await installed.run(process.execPath, playwright)).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
});
