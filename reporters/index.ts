import { appendFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { ciNoticed } from '../fixtures/ci.js';
import { reportErrors } from '../harness/errors/report.js';
import type { AcpError } from '../harness/errors/index.js';
import { REPORT_FILE, type RunMetadata } from '../harness/schema/index.js';
import { collectMetadata, collectRuns, originFolder, type OriginFolder } from './collect.js';
import { annotate } from './github/annotations.js';
import { jobSummary, MOST_SUMMARY_BYTES } from './github/job-summary.js';
import { writeReport } from './html/write.js';
import { reportFile } from './json/report-file.js';
import type { BuildInput } from './model/index.js';
import type { CollectedRun, ReportModel } from './model/types.js';
import { openFile } from './open.js';
import { resolveOptions, type AcpReporterOptions, type ResolvedOptions } from './options.js';
import { replaceFile } from './replace-file.js';
import { writeReview } from './review/write.js';
import { Roll } from './roll.js';
import { summarize } from './terminal.js';

export type { AcpReporterOptions } from './options.js';

/**
 * The reporter `playwright-acp/reporter`: writes one self-contained `index.html` that shows scenario by scenario and
 * surface by surface what changed, `report.json` for programs, and prints a short summary; on GitHub annotations and a
 * job summary too. It rests on what tests attach and on `config.metadata` alone, so it works after `merge-reports` too.
 * It prints beside a terminal reporter such as `list`, never in its place. A report that is missing or partial fails the run.
 *
 * @example
 * reporter: [['list'], ['playwright-acp/reporter', { outputFolder: 'acp-report', open: 'never' }]]
 */
export default class AcpReporter implements Reporter {
  readonly #options: ResolvedOptions;
  readonly #runs: CollectedRun[] = [];
  readonly #problems: AcpError[] = [];
  readonly #roll = new Roll();
  #metadata: RunMetadata | undefined;
  #folder: OriginFolder = { root: '', shown: '', config: '' };

  /** @throws AcpError `ACP_REPORT_OPTION` for an option that does not exist or a value it cannot have. */
  constructor(options: AcpReporterOptions = {}) {
    this.#options = resolveOptions({ ...options }, process.cwd());
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#guard('onBegin', () => {
      const { metadata, problem } = collectMetadata(config);
      this.#metadata = metadata;
      this.#folder = originFolder(config, metadata);
      if (problem) this.#problems.push(problem);
      if (!this.#options.listing) this.#roll.begin(suite);
    });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#guard('onTestEnd', () => {
      const { runs, problems, place } = collectRuns(test, result, this.#folder);
      this.#runs.push(...runs);
      this.#problems.push(...problems);
      const missing = this.#roll.end(test, result, place, runs.length + problems.length > 0);
      if (missing) this.#problems.push(missing);
    });
  }

  /** Fails the run where the report is missing or partial; a run that failed for another reason keeps its status. */
  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    let written: string | undefined;
    // Playwright only prints what a hook throws: the run would stay green.
    this.#guard('onEnd', () => (written = this.#write(result)));
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

  /** @returns the page, where it could be written. */
  #write(result: FullResult): string | undefined {
    const notes = [...this.#roll.notes(result), ...this.#problems.map((problem) => problem.message)];
    if (this.#runs.length === 0 && notes.length === 0) return undefined;
    const { outputFolder } = this.#options;
    const input: BuildInput = {
      runs: this.#runs,
      metadata: this.#metadata,
      startedAt: result.startTime.toISOString(),
      durationMs: result.duration,
      ci: ciNoticed() !== undefined,
      notes,
    };
    const page = this.#attempt(path.join(outputFolder, 'index.html'), () => writeReport(outputFolder, input));
    if (!page) return undefined;
    const { file, model } = page;
    this.#attempt(path.join(outputFolder, 'review.json'), () => writeReview(outputFolder, input));
    const json = path.join(outputFolder, REPORT_FILE);
    this.#attempt(json, () => replaceFile(json, `${JSON.stringify(reportFile(model), null, 1)}\n`));
    this.#print(file, model);
    this.#tellGitHub(model);
    return file;
  }

  #print(file: string, model: ReportModel): void {
    const shown = path.relative(process.cwd(), file);
    const options = { file: shown.startsWith('..') ? file : shown, ci: ciNoticed() !== undefined, width: process.stdout.columns || 160 };
    const lines = summarize(model, options);
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }

  #tellGitHub(model: ReportModel): void {
    const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE } = process.env;
    if (GITHUB_ACTIONS === 'true') {
      const lines = annotate(model, { rootDir: this.#folder.config, workspace: GITHUB_WORKSPACE });
      if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
    }
    if (!GITHUB_STEP_SUMMARY) return;
    this.#attempt(GITHUB_STEP_SUMMARY, () => {
      const used = statSync(GITHUB_STEP_SUMMARY, { throwIfNoEntry: false })?.size ?? 0;
      appendFileSync(GITHUB_STEP_SUMMARY, jobSummary(model, MOST_SUMMARY_BYTES - used));
    });
  }

  /** What cannot be written is a problem of its own, and the rest is still written. */
  #attempt<T>(file: string, body: () => T): T | undefined {
    try {
      return body();
    } catch (error) {
      this.#problems.push(asAcpError(error) ?? reportErrors.notWritten(file, textOf(error)));
      return undefined;
    }
  }

  #guard(hook: string, body: () => void): void {
    try {
      body();
    } catch (error) {
      this.#problems.push(asAcpError(error) ?? reportErrors.failed(hook, textOf(error)));
    }
  }
}

function asAcpError(error: unknown): AcpError | undefined {
  return error instanceof Error && error.name === 'AcpError' ? (error as AcpError) : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
