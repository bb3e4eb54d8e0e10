import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, TestCase, TestResult } from '@playwright/test/reporter';
import { reportErrors } from '../harness/errors/report.js';
import type { AcpError } from '../harness/errors/index.js';
import { RUN_ATTACHMENT, RUN_METADATA, runMetadata, runReport, type RunMetadata } from '../harness/schema/index.js';
import type { CollectedRun, RunOrigin } from './model/types.js';

/**
 * Runs of one test result, from its attachments alone: they are known by name, since merging reports moves their files.
 * What cannot be read is a problem of its own and never hides the rest.
 */
export function collectRuns(
  test: TestCase,
  result: TestResult,
  folder: OriginFolder,
): { runs: CollectedRun[]; problems: AcpError[]; place: string } {
  const runs: CollectedRun[] = [];
  const problems: AcpError[] = [];
  const origin = testOrigin(test, result, folder);
  const place = `${origin.location} ${origin.title}`;
  for (const [index, attachment] of result.attachments.filter(({ name }) => name === RUN_ATTACHMENT).entries()) {
    try {
      const text = attachment.body?.toString('utf8') ?? readFileSync(attachment.path!, 'utf8');
      runs.push({ ...origin, ordinal: index + 1, report: runReport.parse(JSON.parse(text)) });
    } catch (error) {
      problems.push(reportErrors.unreadableRun(place, problemText(error)));
    }
  }
  return { runs, problems, place };
}

/** What globalSetup put into `config.metadata`; absent where it never ran. */
export function collectMetadata(config: Pick<FullConfig, 'metadata'>): { metadata?: RunMetadata; problem?: AcpError } {
  const value: unknown = (config.metadata as Record<string, unknown> | undefined)?.[RUN_METADATA];
  if (value === undefined) return {};
  const parsed = runMetadata.safeParse(value);
  return parsed.success ? { metadata: parsed.data } : { problem: reportErrors.metadata(problemText(parsed.error)) };
}

/** Where tests lie: a folder of this machine, and what stands before a path from there so that it counts from the config's folder. */
export interface OriginFolder {
  root: string;
  shown: string;
  /** The config's folder on this machine. */
  config: string;
}

/**
 * The config's folder. Where reports are merged there is no config: the folder of the tests is known then, and the
 * metadata of the runs say how it lay below the config's.
 */
export function originFolder(config: Pick<FullConfig, 'configFile' | 'rootDir'>, metadata: RunMetadata | undefined): OriginFolder {
  const { testFolder } = metadata ?? {};
  if (testFolder === undefined) {
    const root = config.configFile ? path.dirname(config.configFile) : config.rootDir;
    return { root, shown: '', config: root };
  }
  return { root: config.rootDir, shown: testFolder, config: path.resolve(config.rootDir, path.posix.relative(testFolder, '.')) };
}

function testOrigin(test: TestCase, result: TestResult, { root, shown }: OriginFolder): Omit<RunOrigin, 'ordinal'> {
  const [, project = '', , ...titles] = test.titlePath();
  const file = path.posix.join(shown, path.relative(root, test.location.file).split(path.sep).join('/'));
  const error = result.error?.message ?? result.error?.value;
  return {
    project,
    title: titles.join(' › '),
    location: `${file}:${test.location.line}`,
    retry: result.retry,
    repeat: test.repeatEachIndex,
    testStatus: result.status,
    ...(error !== undefined && { error: stripColours(error).slice(0, 20_000) }),
  };
}

/** Terminal colours and other control characters, line ends and tabs excepted. */
export function stripColours(text: string): string {
  return text.replace(/\u001B\[[0-9;]*[A-Za-z]/g, '').replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '');
}

function problemText(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'issues' in error && Array.isArray(error.issues)) {
    const issues = error.issues as { path: PropertyKey[]; message: string }[];
    return issues
      .slice(0, 3)
      .map((issue) => `${issue.path.map(String).join('.') || 'the value'}: ${issue.message}`)
      .join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
