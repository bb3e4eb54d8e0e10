// Closing line from Playwright's JSON. usage: node summary.mjs <exit code of the test run>
import { readFileSync } from 'node:fs';

/** Layers that prove the product: a skip there is a failure. */
const NO_SKIP = new Set(['unit', 'replay', 'smoke', 'report']);
const exitCode = Number(process.argv[2] ?? 1);

let report;
try {
  report = JSON.parse(readFileSync('.artifacts/results.json', 'utf8'));
} catch {
  console.log('No results of a test run were found.\n0 passed, 1 failed, 0 skipped');
  process.exit(1);
}

const { expected, unexpected, flaky, skipped } = report.stats;
let failed = unexpected + flaky + report.errors.length;
for (const error of report.errors) console.log(`error outside a test: ${error.message?.split('\n')[0]}`);

const visit = (suite) => {
  for (const spec of suite.specs ?? []) {
    for (const test of spec.tests) {
      if (test.status !== 'skipped') continue;
      const reason = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
      const allowed = reason && !NO_SKIP.has(test.projectName);
      if (!allowed) failed += 1;
      console.log(
        `skipped${allowed ? '' : ' (not allowed)'}: [${test.projectName}] ${spec.file}:${spec.line} ${spec.title}: ${reason ?? 'no reason given'}`,
      );
    }
  }
  for (const child of suite.suites ?? []) visit(child);
};
for (const suite of report.suites) visit(suite);

if (exitCode !== 0 && failed === 0) failed = 1;
console.log(`${expected} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
