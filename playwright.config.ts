import { defineConfig, referenceAgentFromSource } from 'playwright-acp/config';
import { foreignAgents } from './tests/foreign-agents/profiles.js';
import { LAYERS } from './tests/layers/layers.js';
import { holdToNetworkPolicy } from './tests/layers/network-policy.js';

holdToNetworkPolicy(LAYERS);

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
  projects: Object.keys(LAYERS).map((name) => ({ name, testDir: `tests/${name}` })),
});
