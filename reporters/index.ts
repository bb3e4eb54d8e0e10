import path from 'node:path';
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { ciNoticed } from '../fixtures/ci.js';
import { reportErrors } from '../harness/errors/report.js';
import type { AcpError } from '../harness/errors/index.js';
import type { RunMetadata } from '../harness/schema/index.js';
import { collectMetadata, collectRuns } from './collect.js';
import { writeReport } from './html/write.js';
import type { CollectedRun, ReportModel } from './model/types.js';
import { openFile } from './open.js';
import { resolveOptions, type AcpReporterOptions, type ResolvedOptions } from './options.js';
import { writeReview } from './review/write.js';
import { summarize } from './terminal.js';

export type { AcpReporterOptions } from './options.js';

/**
 * The reporter `playwright-acp/reporter`: writes one self-contained `index.html` that shows scenario by scenario and
 * surface by surface what changed, and prints a short summary. It rests on what tests attach and on `config.metadata`
 * alone, so it works after `merge-reports` too. It prints beside a terminal reporter such as `list`, never in its place.
 * A report that is missing or partial fails the run.
 *
 * @example
 * reporter: [['list'], ['playwright-acp/reporter', { outputFolder: 'acp-report', open: 'never' }]]
 */
export default class AcpReporter implements Reporter {
  readonly #options: ResolvedOptions;
  readonly #runs: CollectedRun[] = [];
  readonly #problems: AcpError[] = [];
  #metadata: RunMetadata | undefined;
  #rootDir = '';

  /** @throws AcpError `ACP_REPORT_OPTION` for an option that does not exist or a value it cannot have. */
  constructor(options: AcpReporterOptions = {}) {
    this.#options = resolveOptions({ ...options }, process.cwd());
  }

  onBegin(config: FullConfig): void {
    this.#rootDir = config.configFile ? path.dirname(config.configFile) : config.rootDir;
    const { metadata, problem } = collectMetadata(config);
    this.#metadata = metadata;
    if (problem) this.#problems.push(problem);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { runs, problems } = collectRuns(test, result, this.#rootDir);
    this.#runs.push(...runs);
    this.#problems.push(...problems);
  }

  /** Fails the run where the report is missing or partial; a run that failed for another reason keeps its status. */
  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.#runs.length === 0 && this.#problems.length === 0) return undefined;
    const written = this.#write(result);
    for (const problem of this.#problems) process.stderr.write(`\n${problem.message}\n`);
    const failed = this.#problems.length > 0;
    const { open } = this.#options;
    const wanted = open === 'always' || (open === 'on-failure' && (failed || result.status !== 'passed'));
    if (written && wanted && process.stdin.isTTY && ciNoticed() === undefined) openFile(written, process.platform);
    return failed && result.status === 'passed' ? { status: 'failed' } : undefined;
  }

  printsToStdio(): boolean {
    return false;
  }

  #write(result: FullResult): string | undefined {
    const { outputFolder } = this.#options;
    try {
      const input = {
        runs: this.#runs,
        metadata: this.#metadata,
        startedAt: result.startTime.toISOString(),
        durationMs: result.duration,
        ci: ciNoticed() !== undefined,
        notes: this.#problems.map((problem) => problem.message),
      };
      const { file, model } = writeReport(outputFolder, input);
      writeReview(outputFolder, input);
      this.#print(file, model);
      return file;
    } catch (error) {
      this.#problems.push(asProblem(error, path.join(outputFolder, 'index.html')));
      return undefined;
    }
  }

  #print(file: string, model: ReportModel): void {
    const shown = path.relative(process.cwd(), file);
    const options = { file: shown.startsWith('..') ? file : shown, ci: ciNoticed() !== undefined, width: process.stdout.columns || 160 };
    const lines = summarize(model, options);
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function asProblem(error: unknown, file: string): AcpError {
  if (error instanceof Error && error.name === 'AcpError') return error as AcpError;
  return reportErrors.notWritten(file, error instanceof Error ? error.message : String(error));
}
