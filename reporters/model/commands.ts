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
