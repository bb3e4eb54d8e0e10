import path from 'node:path';
import { SURFACE_TITLES } from '../../harness/schema/index.js';
import { STATUS_TITLES } from '../model/status.js';
import type { ReportModel, ScenarioEntry, SurfaceModel } from '../model/types.js';
import { workflowCommand } from './escape.js';

/** GitHub shows no more errors of one step. */
export const MOST_ANNOTATIONS = 10;

export interface AnnotationOptions {
  /** The config's folder, and the checkout that GitHub counts paths from. */
  rootDir: string;
  workspace: string | undefined;
}

/** One annotation per scenario that needs a look, at the first divergence: a line of the expected file, or of `input.jsonl`. */
export function annotate({ index, details }: ReportModel, { rootDir, workspace }: AnnotationOptions): string[] {
  const looking = index.scenarios.filter(({ status }) => status !== 'matched' && status !== 'skipped');
  const prefix = workspace === undefined ? '' : path.relative(workspace, rootDir).split(path.sep).join('/');
  const most = looking.length > MOST_ANNOTATIONS ? MOST_ANNOTATIONS - 1 : MOST_ANNOTATIONS;
  const lines = looking.slice(0, most).map((scenario) => {
    const detail = details.get(scenario.runs[0]!.block);
    const { file, line } = place(detail?.surfaces ?? [], detail?.steps.at(-1)?.line);
    const where = path.posix.join(prefix, scenario.directory, file);
    const title = `${scenario.name}${scenario.project ? ` [${scenario.project}]` : ''}: ${STATUS_TITLES[scenario.status]}`;
    return workflowCommand('error', { file: where, line, title }, told(scenario, detail?.surfaces ?? [], detail?.failure?.message));
  });
  const left = looking.length - lines.length;
  if (left > 0)
    lines.push(workflowCommand('error', { title: 'playwright-acp' }, `${left} more scenarios need a look; the report shows them.`));
  return lines;
}

function place(surfaces: readonly SurfaceModel[], lastStep: number | undefined): { file: string; line: number } {
  for (const { changes, committed } of surfaces) {
    const first = changes[0];
    if (first && committed.includes(first.file)) return { file: first.file, line: first.expectedRecord ?? 1 };
  }
  return { file: 'input.jsonl', line: lastStep ?? 1 };
}

function told(scenario: ScenarioEntry, surfaces: readonly SurfaceModel[], failure: string | undefined): string {
  const changed = surfaces.filter(({ status }) => status === 'changed').map(surfaceText);
  const others = scenario.runs[0]!.cells.filter(({ status }) => !['matched', 'skipped', 'changed'].includes(status)).map(
    ({ surface, status }) => `${SURFACE_TITLES[surface]}: ${STATUS_TITLES[status]}`,
  );
  return [...(failure === undefined ? [] : [failure.slice(0, 2_000)]), ...changed, ...others].join('\n');
}

function surfaceText({ surface, changes, changeCounts }: SurfaceModel): string {
  const count = Object.values(changeCounts).reduce((sum, one) => sum + one, 0);
  const first = changes[0];
  const values = first ? [first.expected && `- ${first.expected.slice(0, 300)}`, first.actual && `+ ${first.actual.slice(0, 300)}`] : [];
  const at = first ? `, first ${first.label}${first.path ? ` ${first.path}` : ''} (${first.kind})` : '';
  return [`${SURFACE_TITLES[surface]}: ${count} ${count === 1 ? 'change' : 'changes'}${at}`, ...values.filter(Boolean)].join('\n');
}
