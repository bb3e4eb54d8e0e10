import type { ChangeGroup, ScenarioEntry } from './types.js';

/**
 * The command that accepts a scenario's changes, quoted for a POSIX shell and for PowerShell alike.
 *
 * @param pin the scenario that holds the prompt or the schemas that differ
 */
export function refreshCommand(name: string, pin?: string): string {
  const names = pin === undefined ? [name] : [pin, name];
  return `npx playwright test -g ${quote(names.map(escapePattern).join('|'))} --update-snapshots`;
}

/** `-g` takes a regular expression. */
function escapePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function quote(text: string): string {
  if (/^[\w .@:/|-]*$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The command that accepts one surface of a scenario from this report, and nothing else. */
export function acceptCommand(surface: string, scenario: string): string {
  return `npx playwright-acp review --accept ${quote(`${surface}:${scenario}`)}`;
}

/** The commands that accept a group of same changes: only for scenarios of which the shown run can be accepted, each name once. */
export function groupCommands(group: ChangeGroup, scenarios: readonly ScenarioEntry[]): { commands: string[]; left: number } {
  const acceptable = new Map(scenarios.filter(({ runs }) => runs[0]!.refreshable).map(({ id, runs }) => [id, runs[0]!]));
  const found = group.scenarios.filter(({ id }) => acceptable.has(id));
  const commands = found.map(({ id, name }) => refreshCommand(name, acceptable.get(id)!.pin));
  return { commands: [...new Set(commands)], left: group.scenarios.length - found.length };
}
