// Closing line from Playwright's JSON. usage: node summary.mjs <exit code of the test run>
import { readFileSync } from 'node:fs';

/** Layers that prove the product: a skip there is a failure. */
const NO_SKIP = new Set(['unit', 'replay', 'smoke', 'report']);
const exitCode = Number(process.argv[2] ?? 1);

/** One file per Playwright run of the test command. */
const files = ['.artifacts/results.unit.json', '.artifacts/results.json'];
const reports = [];
for (const file of files) {
  try {
    reports.push(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.log(`${file}: no results of this run were found`);
  }
}

const total = (name) => reports.reduce((sum, { stats }) => sum + stats[name], 0);
const errors = reports.flatMap((report) => report.errors);
let failed = total('unexpected') + total('flaky') + errors.length + (files.length - reports.length);
for (const error of errors) console.log(`error outside a test: ${error.message?.split('\n')[0]}`);

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
for (const { suites } of reports) for (const suite of suites) visit(suite);

if (exitCode !== 0 && failed === 0) failed = 1;
console.log(`${total('expected')} passed, ${failed} failed, ${total('skipped')} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
