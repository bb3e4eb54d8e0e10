/**
 * `npm run bench`: prints a table and writes `.artifacts/bench.json` (name → number) with the raw samples beside it.
 * What matters are the ratios within one run; absolute times depend on the machine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { measureEvents } from './events.js';
import { measureHundred } from './hundred.js';
import { measureProvider } from './provider.js';
import { measureBoot, measureScenario } from './scenario.js';

/** What we hold ourselves to; the rest is printed for information. */
const BOUNDS: Record<string, number> = {
  scenario_ratio: 1.25,
  harness_ms: 20,
  hundred_scenarios_s_each: 0.25,
  agent_boot_ratio: 2.0,
  normalize_50k_s: 0.5,
  capture_50k_s: 0.5,
  provider_50k_ratio: 1.5,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const placeholders = { package: root, root, node: process.execPath };
const parts = [
  () => measureEvents(),
  () => measureProvider(),
  () => measureBoot(root, placeholders),
  () => measureScenario(root, placeholders),
  () => measureHundred(root),
];

const figures: Record<string, number> = {};
const samples: Record<string, readonly number[]> = {};
for (const measure of parts) {
  const measured = await measure();
  Object.assign(figures, measured.figures);
  Object.assign(samples, measured.samples);
}

console.log(`${'figure'.padEnd(30)}${'measured'.padStart(12)}${'bound'.padStart(10)}`);
for (const [name, value] of Object.entries(figures)) {
  const bound = BOUNDS[name];
  const verdict = bound === undefined ? '' : value <= bound ? '  ok' : '  over';
  console.log(`${name.padEnd(30)}${value.toFixed(3).padStart(12)}${(bound === undefined ? '' : `≤ ${bound}`).padStart(10)}${verdict}`);
}
await mkdir(`${root}.artifacts`, { recursive: true });
await writeFile(`${root}.artifacts/bench.json`, `${JSON.stringify(figures, null, 2)}\n`);
await writeFile(`${root}.artifacts/bench-samples.json`, `${JSON.stringify(samples, null, 2)}\n`);
