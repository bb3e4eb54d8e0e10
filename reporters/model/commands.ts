import type { ChangeGroup, ScenarioEntry } from './types.js';

/** The command that accepts a scenario's changes, quoted for a POSIX shell and for PowerShell alike. */
export function refreshCommand(name: string): string {
  return `npx playwright test -g ${quote(escapePattern(name))} --update-snapshots`;
}

/** `-g` takes a regular expression. */
function escapePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function quote(text: string): string {
  if (/^[\w .@:/-]*$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The command that accepts one surface of a scenario from this report, and nothing else. */
export function acceptCommand(surface: string, scenario: string): string {
  return `npx playwright-acp review --accept ${quote(`${surface}:${scenario}`)}`;
}

/** The commands that accept a group of same changes: only for scenarios of which the shown run can be accepted, each name once. */
export function groupCommands(group: ChangeGroup, scenarios: readonly ScenarioEntry[]): { commands: string[]; left: number } {
  const acceptable = new Set(scenarios.filter(({ runs }) => runs[0]!.refreshable).map(({ id }) => id));
  const names = group.scenarios.filter(({ id }) => acceptable.has(id)).map(({ name }) => name);
  return { commands: [...new Set(names)].map(refreshCommand), left: group.scenarios.length - names.length };
}
