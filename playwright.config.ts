import { defineConfig, referenceAgentFromSource } from 'playwright-acp/config';
import { foreignAgents } from './tests/foreign-agents/profiles.js';

/** One project per layer; `tests/README` says what each proves. */
const layers = ['unit', 'contract', 'cassette', 'replay', 'smoke', 'report', 'fault', 'real'];

export default defineConfig({
  acp: { agents: [referenceAgentFromSource, ...foreignAgents], scenarios: 'tests/snapshots' },
  fullyParallel: true,
  workers: '100%',
  // Built code runs as it is built, in these tests too.
  build: { external: ['**/dist/**'] },
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  // A browser on a loaded machine may take longer than five seconds to draw; none of these waits measures anything.
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    // By path: a package cannot name its own reporter.
    ['./dist/reporter.js', { open: 'never' }],
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json'] as const] : []),
  ],
  projects: layers.map((name) => ({ name, testDir: `tests/${name}` })),
});
