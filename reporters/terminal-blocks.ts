import { SURFACE_TITLES } from '../harness/schema/index.js';
import { changeKey } from './model/groups.js';
import { STATUS_TITLES } from './model/status.js';
import type { ChangeGroup, ReportModel, ScenarioEntry, SurfaceModel } from './model/types.js';

const MOST_NAMES = 8;

/** What changed in the same way in several scenarios. */
export function groupBlock({ surface, kind, label, path, expected, actual, scenarios }: ChangeGroup): string[] {
  const names = scenarios.slice(0, MOST_NAMES).map(({ id }) => id);
  const left = scenarios.length - names.length;
  return [
    '',
    `  ${scenarios.length} scenarios: ${SURFACE_TITLES[surface].toLowerCase()} ${label}${path === '' ? '' : ` ${path}`} (${kind})`,
    ...values(expected, actual),
    `    ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
  ];
}

/** Whether the groups of these keys tell all that is to be said of a scenario. */
export function isTold(scenario: ScenarioEntry, { runs }: ReportModel, shown: ReadonlySet<string>): boolean {
  const { report } = runs.get(scenario.runs[0]!.block)!;
  if (report.failure) return false;
  return report.surfaces.every(({ surface, status, changes, changeCounts }) => {
    if (status === 'matched' || status === 'skipped') return true;
    return status === 'changed' && changes.length === total(changeCounts) && changes.every((one) => shown.has(changeKey(surface, one)));
  });
}

/** A scenario with the first divergence of each surface. */
export function scenarioBlock(scenario: ScenarioEntry, { details }: ReportModel): string[] {
  const surfaces = details.get(scenario.runs[0]!.block)?.surfaces ?? [];
  return [
    '',
    `  ${title(scenario)}`,
    ...cause(scenario).map((text) => `    ${text}`),
    ...surfaces.filter(({ status }) => status === 'changed').flatMap(surfaceLines),
    ...others(scenario).map((text) => `    ${text}`),
  ];
}

/** The same on one line. */
export function scenarioLine(scenario: ScenarioEntry, { details }: ReportModel): string {
  const surfaces = details.get(scenario.runs[0]!.block)?.surfaces ?? [];
  const changed = surfaces
    .filter(({ status }) => status === 'changed')
    .map(({ surface, changes: [first], changeCounts }) => {
      const from = first?.expected === undefined ? '' : ` ${short(first.expected)}`;
      const to = first?.actual === undefined ? '' : ` → ${short(first.actual)}`;
      return `${SURFACE_TITLES[surface].toLowerCase()} ${total(changeCounts)}${first ? `, first ${first.path || first.label}${from}${to}` : ''}`;
    });
  return `  ${title(scenario)}: ${[...cause(scenario), ...changed, ...others(scenario)].join('; ')}`;
}

function title({ name, project }: ScenarioEntry): string {
  return `${name}${project ? ` [${project}]` : ''}`;
}

/** Why it may not be expected as it is; a drift is told by the surface that shows it. */
function cause({ runs }: ScenarioEntry): string[] {
  const { refreshable, why } = runs[0]!;
  return why === undefined || refreshable ? [] : [why];
}

/** Surfaces that did not change and yet are not as expected, by status. */
function others(scenario: ScenarioEntry): string[] {
  const counted = new Map<keyof typeof STATUS_TITLES, string[]>();
  for (const { surface, status } of scenario.runs[0]!.cells)
    if (status !== 'matched' && status !== 'skipped' && status !== 'changed')
      counted.set(status, [...(counted.get(status) ?? []), SURFACE_TITLES[surface].toLowerCase()]);
  const lines = [...counted].map(([status, names]) => `${names.join(', ')}: ${STATUS_TITLES[status]}`);
  const isSilent = lines.length === 0 && cause(scenario).length === 0;
  return scenario.status === 'failed-to-run' && isSilent ? ['failed to run'] : lines;
}

function surfaceLines({ surface, changes, changeCounts }: SurfaceModel): string[] {
  const count = total(changeCounts);
  const name = SURFACE_TITLES[surface].toLowerCase();
  const first = changes[0];
  if (!first) return [`    ${name}: changed`];
  const line = first.actualRecord ?? first.expectedRecord;
  const at = first.place === undefined ? '' : `, ${first.place}`;
  const place = `${first.file}${line === undefined ? '' : `:${line}`} ${first.label}${at}${first.path === '' ? '' : ` ${first.path}`}`;
  return [
    `    ${name}: ${count} ${count === 1 ? 'change' : 'changes'}, first ${place} (${first.kind})`,
    ...values(first.expected, first.actual),
  ];
}

function values(expected: string | undefined, actual: string | undefined): string[] {
  return [
    ...(expected === undefined ? [] : [`      - ${oneLine(expected)}`]),
    ...(actual === undefined ? [] : [`      + ${oneLine(actual)}`]),
  ];
}

function total(changeCounts: SurfaceModel['changeCounts']): number {
  return Object.values(changeCounts).reduce((sum, one) => sum + one, 0);
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
