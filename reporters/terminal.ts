import { printable } from '../harness/errors/printable.js';
import { refreshCommand } from './model/commands.js';
import type { ReportModel, ScenarioEntry } from './model/types.js';
import { groupBlock, isTold, scenarioBlock, scenarioLine } from './terminal-blocks.js';

/** Lines the summary takes at most, the report's place included. */
export const MOST_LINES = 40;
const MOST_NOTES = 5;
/** Share of the room that groups may take: what stands alone needs some too. */
const GROUP_SHARE = 0.6;

export interface SummaryOptions {
  /** Path of the page as it is to be printed. */
  file: string;
  /** In CI nothing is offered that writes. */
  ci: boolean;
  width: number;
}

/**
 * What changed, in at most 40 lines: first what changed in the same way in several scenarios, then each other scenario
 * that needs a look with the first divergence of each surface (on one line where room is short), then where the report
 * is. What was left out is counted. Empty where no scenario ran.
 */
export function summarize(model: ReportModel, { file, ci, width }: SummaryOptions): string[] {
  const { index } = model;
  if (index.scenarios.length === 0 && index.notes.length === 0 && index.guards.length === 0) return [];
  const looking = index.scenarios.filter(({ status }) => status !== 'matched' && status !== 'skipped');
  const acceptable = ci ? [] : looking.filter(({ runs }) => runs[0]!.refreshable);
  const foot = [
    '',
    ...guardLine(index.guards),
    `  Report         ${file}`,
    ...(acceptable.length > 0 ? [`  If intended    ${refresh(acceptable)}`] : []),
    '',
  ];
  const notes = noteLines(index.notes);
  const body = bodyLines(model, looking, MOST_LINES - foot.length - notes.length - 2);
  return ['', `  playwright-acp: ${head(model, looking.length)}`, ...body, ...notes, ...foot].map((line) => clip(printable(line), width));
}

function head({ index }: ReportModel, looking: number): string {
  const total = `${index.scenarios.length} ${index.scenarios.length === 1 ? 'scenario' : 'scenarios'}`;
  const partial = index.notes.length > 0 ? '; the report is partial' : '';
  return looking === 0 ? `${total}, all matched${partial}` : `${looking} of ${total} ${looking === 1 ? 'needs' : 'need'} a look${partial}`;
}

/** What the guards found in the scenario files, in one line. */
function guardLine(guards: ReportModel['index']['guards']): string[] {
  const [first] = guards;
  if (!first) return [];
  const others = guards.length === 1 ? '' : ` and ${guards.length - 1} more`;
  return [`  Scenario files ${first.guard} at ${first.place}${others}: npx playwright-acp check`];
}

function noteLines(notes: readonly string[]): string[] {
  const left = notes.length - MOST_NOTES;
  const shown = notes.slice(0, left > 0 ? MOST_NOTES - 1 : MOST_NOTES).map((note) => `  ! ${note.split('\n')[0]}`);
  return [...shown, ...(left > 0 ? [`  ! … and ${left + 1} more in the report`] : [])];
}

function bodyLines(model: ReportModel, looking: readonly ScenarioEntry[], room: number): string[] {
  const { lines, told } = groupLines(model, room * GROUP_SHARE);
  const left = looking.filter((scenario) => !isTold(scenario, model, told));
  for (const [at, scenario] of left.entries()) {
    const after = left.length - at - 1;
    const whole = scenarioBlock(scenario, model);
    // Whole as long as each later one still has its line.
    if (lines.length + whole.length + after <= room) lines.push(...whole);
    else if (lines.length + 1 + (after > 0 ? 1 : 0) <= room) lines.push(scenarioLine(scenario, model));
    else {
      lines.push(`  … and ${after + 1} more in the report`);
      break;
    }
  }
  return lines;
}

/** Groups of several scenarios, and their keys. */
function groupLines({ index, groupKeys }: ReportModel, room: number): { lines: string[]; told: Set<string> } {
  const lines: string[] = [];
  const told = new Set<string>();
  for (const [at, group] of index.groups.entries()) {
    const block = groupBlock(group);
    if (group.scenarios.length < 2 || lines.length + block.length > room) continue;
    lines.push(...block);
    told.add(groupKeys[at]!);
  }
  return { lines, told };
}

function refresh(acceptable: readonly ScenarioEntry[]): string {
  const { name, runs } = acceptable[0]!;
  const command = refreshCommand(name, runs[0]!.pin);
  return acceptable.length === 1 ? command : `${command}   (or another of these ${acceptable.length} scenarios)`;
}

function clip(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
