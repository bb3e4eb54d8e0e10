import type { CheckResult } from '../../fixtures/check-request.js';

/** The findings as a person reads them; then what the headers give up, what has drifted, and a line of counts. */
export function printCheck({ findings, summary, fixed, finished }: CheckResult): string {
  const blocks = findings.map(({ guard, place, problem, fix, edit }) => [
    place,
    `  ${guard}: ${problem}`,
    `  fix: ${fix}${edit ? '   (or: npx playwright-acp check --fix)' : ''}`,
  ]);
  const { loosenings, drift, provenance, scenarios } = summary;
  const lists = [
    list(
      'Loosenings',
      loosenings.map(({ scenario, what, reason }) => [scenario, what, reason]),
    ),
    list(
      'Drift of expected files from what was recorded',
      drift.map(({ scenario, file, records, of }) => [scenario, file, `${records} of ${of} records differ`]),
    ),
    list('Recordings', ages(provenance)),
    list(
      'Interrupted recordings that were finished',
      finished.map((name) => [name]),
    ),
    list(
      'Repaired',
      fixed.map((file) => [file]),
    ),
  ];
  const { recorded, authored, unrecorded } = scenarios;
  const total = recorded + authored + unrecorded;
  const counts = `${total} ${total === 1 ? 'scenario' : 'scenarios'}: ${recorded} recorded, ${authored} authored${unrecorded > 0 ? `, ${unrecorded} of unknown origin` : ''}`;
  const found = `${findings.length === 0 ? 'no' : findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  return [...blocks, ...lists.filter((block) => block.length > 0), [`${counts}; ${found}`]]
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

/** Recordings by agent, model and tool, with the age of the oldest and the newest. */
function ages(provenance: CheckResult['summary']['provenance']): string[][] {
  const groups = new Map<string, { what: string[]; days: number[] }>();
  for (const { agent = 'agent of unknown version', model = 'no model', tool = 'unknown tool', days } of provenance) {
    const key = JSON.stringify([agent, model, tool]);
    const group = groups.get(key) ?? { what: [agent, model, tool], days: [] };
    group.days.push(days);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ what, days }) => {
    const [newest, oldest] = [Math.min(...days), Math.max(...days)];
    return [`${days.length}`, ...what, newest === oldest ? `${oldest} days old` : `${newest} to ${oldest} days old`];
  });
}

function list(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return [
    title,
    ...rows.map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}`,
    ),
  ];
}
