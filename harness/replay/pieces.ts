/** What a text is rewritten by: places in order, never overlapping, and what stands there afterwards. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Finds the places of a text to rewrite. */
export type Find = (text: string) => readonly Replacement[];

/** Rewrites one text. */
export function replaceInText(text: string, find: Find): string {
  return replaceInPieces([text], find)[0]!;
}

/**
 * Rewrites a text that comes in pieces, also where a place spans several of them: its replacement stands in the piece
 * where it starts. There are as many pieces as before, and what is not replaced stays in the piece it was in.
 *
 * @example
 * replaceInPieces(['a {{c', 'wd}} b'], find); // with `{{cwd}}` → `/w`: ['a /w', ' b']
 */
export function replaceInPieces(pieces: readonly string[], find: Find): string[] {
  const replacements = find(pieces.join(''));
  if (replacements.length === 0) return [...pieces];
  let next = 0;
  let start = 0;
  return pieces.map((piece) => {
    const end = start + piece.length;
    let rewritten = '';
    let at = start;
    while (at < end) {
      const replacement = replacements[next];
      if (!replacement || replacement.start >= end) {
        rewritten += piece.slice(at - start);
        break;
      }
      if (replacement.start >= at) rewritten += piece.slice(at - start, replacement.start - start) + replacement.text;
      at = Math.min(replacement.end, end);
      if (replacement.end <= end) next++;
    }
    start = end;
    return rewritten;
  });
}

/** Rewrites every string of a JSON value, names of fields too; `field` says which field a string stands in. */
export function replaceInStrings<T>(value: T, replace: (text: string, field: string) => string, field = ''): T {
  return rewriteValue(value, replace, field) as T;
}

function rewriteValue(value: unknown, replace: (text: string, field: string) => string, field: string): unknown {
  if (typeof value === 'string') return replace(value, field);
  if (Array.isArray(value)) return value.map((item) => rewriteValue(item, replace, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [replace(name, ''), rewriteValue(item, replace, name)]));
}
