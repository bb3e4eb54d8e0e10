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
