import { join, resolve } from 'node:path';
import { startWireProvider } from '../../live-provider/start.js';
import { expect, test } from '../fixtures/inline.js';

const root = resolve(import.meta.dirname, '../../..');
const CONFIG = `
import { defineAgent, defineConfig, idsAt, textAt } from 'playwright-acp/config';
const agent = defineAgent({
  name: 'foreign',
  command: ['{{node}}', ${JSON.stringify(join(root, 'tests/foreign-agents/agent.mjs'))}, 'chat'],
  env: { BASE_URL: '{{provider}}', CHANGED: '' },
  provider: { dialect: 'openai-chat', upstream: { variable: 'LIVE_URL' }, credentials: ['API_KEY'] },
  state: ['.foreign-agent'],
  normalizers: [
    idsAt('headers.x-foreign-session', 'session', 'sessions are named at random', { surface: 'requests' }),
    textAt('system', '(?<=Today is )[0-9-]+', '{{date}}', 'the calendar'),
  ],
});
export default defineConfig({ acp: { agents: [agent], scenarios: 'snapshots' }, testDir: '.' });
`;

test('a new scenario of an agent of another make: recorded, checked, replayed, red by an edit of its prompt, refreshed', async ({
  inlineProject,
}) => {
  const live = await startWireProvider(join(root, 'tests/foreign-agents/replies.json'));
  try {
    const project = inlineProject({
      'playwright.config.ts': CONFIG,
      'all.spec.ts': "import { defineScenarios } from 'playwright-acp';\n\ndefineScenarios('./snapshots');\n",
    });
    const environment = { LIVE_URL: live.url, API_KEY: 'sk-a-key-of-this-test' };
    const recorded = await project.cli(['record', '--new', 'again', '--prompt', 'Try again where it fails.'], environment);
    expect(recorded.output).toContain('again  (agent foreign, provider seam)');
    expect(recorded.output).toMatch(/provenance: recorded, .*model gpt-small/);
    expect(recorded.exitCode).toBe(0);
    expect(Object.keys(project.state('snapshots'))).toEqual([
      'again/input.jsonl',
      'again/outcome.expected.json',
      'again/provider-replay.jsonl',
      'again/requests.expected.jsonl',
      'again/system-prompt.expected.md',
      'again/tool-schemas.expected.json',
      'again/transcript.expected.jsonl',
    ]);
    expect(await project.cli(['check'])).toMatchObject({ exitCode: 0 });
    expect(await project.run(['--update-snapshots=none'])).toMatchObject({ exitCode: 0, passed: 1 });

    project.write('playwright.config.ts', CONFIG.replace("CHANGED: ''", "CHANGED: ' Be brief.'"));
    const red = await project.run(['--update-snapshots=none']);
    expect(red.output).toContain('ACP_REPLAY_DRIFT');
    expect(red.output).toContain('$.system');
    expect(red.exitCode).toBe(1);
    const refreshed = await project.run(['--update-snapshots']);
    expect(refreshed.exitCode, refreshed.output).toBe(0);
    expect(project.read('snapshots/again/system-prompt.expected.md')).toContain('Be brief.');
    expect(await project.run(['--update-snapshots=none'])).toMatchObject({ exitCode: 0, passed: 1 });
  } finally {
    await live.stop();
  }
});
