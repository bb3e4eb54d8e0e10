/**
 * Index of the change a link means, among the ids (`file:12`, `file:e12` for a line of the expected file alone) of all
 * changes: the very one, else the last before it in the same file (a link may name a line within a change), else the
 * first of the file. Without a file the first file counts. -1 where there is none.
 */
export function nearest(ids: readonly (string | undefined)[], record: string): number {
  const exact = ids.findIndex((id) => id === record);
  if (exact !== -1) return exact;
  const [file, line] = split(record);
  const candidates = ids.flatMap((id, index) => {
    const [idFile, idLine] = split(id ?? '');
    return id !== undefined && (file === '' || idFile === file) ? [{ index, line: idLine }] : [];
  });
  const same = candidates.find((candidate) => candidate.line === line);
  const before = candidates.findLast((candidate) => number(candidate.line) <= number(line));
  return (same ?? before ?? candidates[0])?.index ?? -1;
}

function split(id: string): [file: string, line: string] {
  const at = id.lastIndexOf(':');
  return [id.slice(0, Math.max(0, at)), id.slice(at + 1)];
}

function number(line: string): number {
  return Number.parseInt(line.replace(/^e/, ''), 10) || 0;
}
