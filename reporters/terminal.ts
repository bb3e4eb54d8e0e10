import { printable } from '../harness/errors/printable.js';
import { SURFACE_TITLES } from '../harness/schema/index.js';
import { refreshCommand } from './model/commands.js';
import { STATUS_TITLES } from './model/status.js';
import type { ReportModel, ScenarioEntry, SurfaceModel } from './model/types.js';

/** Lines the summary takes at most, the report's place included. */
export const MOST_LINES = 40;

export interface SummaryOptions {
  /** Path of the page as it is to be printed. */
  file: string;
  /** In CI nothing is offered that writes. */
  ci: boolean;
  width: number;
}

/**
 * What changed, in at most 40 lines: each scenario that needs a look with its surfaces and the first divergence of each,
 * then where the report is. Empty where no scenario ran.
 */
export function summarize({ index, details }: ReportModel, { file, ci, width }: SummaryOptions): string[] {
  if (index.scenarios.length === 0 && index.notes.length === 0 && index.guards.length === 0) return [];
  const looking = index.scenarios.filter(({ status }) => status !== 'matched' && status !== 'skipped');
  const total = index.scenarios.length;
  const head =
    looking.length === 0
      ? `${total} ${total === 1 ? 'scenario' : 'scenarios'}, all matched`
      : `${looking.length} of ${total} ${total === 1 ? 'scenario' : 'scenarios'} ${looking.length === 1 ? 'needs' : 'need'} a look`;
  const acceptable = ci ? [] : looking.filter(({ runs }) => runs[0]!.refreshable);
  const foot = [
    '',
    ...guardLine(index.guards),
    `  Report         ${file}`,
    ...(acceptable.length > 0 ? [`  If intended    ${refresh(acceptable)}`] : []),
    '',
  ];
  const body: string[] = [];
  const room = MOST_LINES - foot.length - 2 - index.notes.length;
  for (const [at, scenario] of looking.entries()) {
    const lines = scenarioLines(scenario, details.get(scenario.runs[0]!.block)?.surfaces ?? []);
    if (body.length + lines.length > room - 1) {
      body.push(`  … and ${looking.length - at} more in the report`);
      break;
    }
    body.push(...lines);
  }
  const notes = index.notes.slice(0, 5).map((note) => `  ! ${note.split('\n')[0]}`);
  return ['', `  playwright-acp: ${head}`, ...body, ...notes, ...foot].map((line) => clip(printable(line), width)).slice(0, MOST_LINES);
}

/** What the guards found in the scenario files, in one line. */
function guardLine(guards: ReportModel['index']['guards']): string[] {
  const [first] = guards;
  if (!first) return [];
  const others = guards.length === 1 ? '' : ` and ${guards.length - 1} more`;
  return [`  Scenario files ${first.guard} at ${first.place}${others}: npx playwright-acp check`];
}

function scenarioLines(scenario: ScenarioEntry, surfaces: readonly SurfaceModel[]): string[] {
  const counted = new Map<string, string[]>();
  for (const cell of scenario.runs[0]!.cells)
    if (cell.status !== 'matched' && cell.status !== 'skipped' && cell.status !== 'changed')
      counted.set(cell.status, [...(counted.get(cell.status) ?? []), SURFACE_TITLES[cell.surface].toLowerCase()]);
  const others = [...counted].map(([status, names]) => `    ${names.join(', ')}: ${STATUS_TITLES[status as keyof typeof STATUS_TITLES]}`);
  const broke = scenario.status === 'failed-to-run' && others.length === 0 ? ['    failed to run'] : [];
  return [
    '',
    `  ${scenario.name}${scenario.project ? ` [${scenario.project}]` : ''}`,
    ...broke,
    ...surfaces.filter(({ status }) => status === 'changed').flatMap(surfaceLines),
    ...others,
  ];
}

function surfaceLines({ surface, changes, changeCounts }: SurfaceModel): string[] {
  const count = Object.values(changeCounts).reduce((sum, one) => sum + one, 0);
  const title = SURFACE_TITLES[surface].toLowerCase();
  const first = changes[0];
  if (!first) return [`    ${title}: changed`];
  const line = first.actualRecord ?? first.expectedRecord;
  const place = `${first.file}${line === undefined ? '' : `:${line}`} ${first.label}${first.path === '' ? '' : ` ${first.path}`}`;
  return [
    `    ${title}: ${count} ${count === 1 ? 'change' : 'changes'}, first ${place} (${first.kind})`,
    ...(first.expected === undefined ? [] : [`      - ${oneLine(first.expected)}`]),
    ...(first.actual === undefined ? [] : [`      + ${oneLine(first.actual)}`]),
  ];
}

function refresh(acceptable: readonly ScenarioEntry[]): string {
  const command = refreshCommand(acceptable[0]!.name);
  return acceptable.length === 1 ? command : `${command}   (or another of these ${acceptable.length} scenarios)`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function clip(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
