import { SURFACE_TITLES } from '../../harness/schema/index.js';
import { STATUS_TITLES } from '../model/status.js';
import type { ChangeGroup, ReportModel, ScenarioEntry, SurfaceModel } from '../model/types.js';
import { markdownCode } from './escape.js';

/** GitHub drops a job summary that is larger. */
export const MOST_SUMMARY_BYTES = 1024 * 1024;
const MOST_GROUPS = 30;
/** Bytes kept for the line that says what was left out. */
const FOOT = 200;

/**
 * The run as Markdown: what changed in the same way, then each scenario that needs a look with the first divergence of
 * each surface. Every text of a run in it is inert.
 *
 * @param most bytes it may take; what does not fit is counted.
 */
export function jobSummary({ index, details }: ReportModel, most = MOST_SUMMARY_BYTES): string {
  const looking = index.scenarios.filter(({ status }) => status !== 'matched' && status !== 'skipped');
  const total = index.scenarios.length;
  const parts = [
    '## playwright-acp\n\n',
    looking.length === 0 ? `${total} scenarios, all matched.\n` : `${looking.length} of ${total} scenarios need a look.\n`,
    ...index.notes.slice(0, 20).map((note) => `\n> ${markdownCode(note.split('\n')[0]!)}\n`),
    ...groupTable(index.groups.filter(({ scenarios }) => scenarios.length > 1)),
  ];
  let size = Buffer.byteLength(parts.join(''));
  if (looking.length > 0) parts.push('\n### Scenarios\n\n| scenario | surface | changes | first divergence |\n|---|---|---|---|\n');
  for (const [at, scenario] of looking.entries()) {
    const rows = scenarioRows(scenario, details.get(scenario.runs[0]!.block)?.surfaces ?? []);
    size += Buffer.byteLength(rows);
    if (size > most - FOOT) {
      parts.push(`\n${looking.length - at} more scenarios are in the report alone.\n`);
      break;
    }
    parts.push(rows);
  }
  const text = parts.join('');
  // Notes and groups alone are bounded; this holds where hardly any room was left.
  return Buffer.byteLength(text) <= most ? text : '';
}

function groupTable(groups: readonly ChangeGroup[]): string[] {
  if (groups.length === 0) return [];
  const left = groups.length - MOST_GROUPS;
  return [
    '\n### Changed in the same way\n\n| scenarios | surface | what | expected | actual |\n|---|---|---|---|---|\n',
    ...groups.slice(0, MOST_GROUPS).map((group) => {
      const what = `${group.label} ${group.path}`.trim();
      const [expected, actual] = [group.expected, group.actual].map((value) => (value === undefined ? '' : markdownCode(value)));
      return `| ${group.scenarios.length} | ${SURFACE_TITLES[group.surface]} | ${markdownCode(what)} ${group.kind} | ${expected} | ${actual} |\n`;
    }),
    ...(left > 0 ? [`\n${left} more groups are in the report.\n`] : []),
  ];
}

function scenarioRows(scenario: ScenarioEntry, surfaces: readonly SurfaceModel[]): string {
  const name = markdownCode(`${scenario.name}${scenario.project ? ` [${scenario.project}]` : ''}`);
  const cells = scenario.runs[0]!.cells.filter(({ status }) => status !== 'matched' && status !== 'skipped');
  if (cells.length === 0) return `| ${name} | | | ${STATUS_TITLES[scenario.status]} |\n`;
  return cells
    .map(({ surface, status, changes }) => {
      const first = surfaces.find((one) => one.surface === surface)?.changes[0];
      const values = first
        ? [first.expected, first.actual].filter((value) => value !== undefined).map((value) => markdownCode(value, 120))
        : [];
      const told = first
        ? `${markdownCode(`${first.label} ${first.path}`.trim())} ${first.kind} ${values.join(' → ')}`
        : STATUS_TITLES[status];
      return `| ${name} | ${SURFACE_TITLES[surface]} | ${changes} | ${told} |\n`;
    })
    .join('');
}
