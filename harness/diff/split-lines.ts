/**
 * Splits a text behind each `\n`. Line ends stay with their lines, so that a lost last newline and a `\r\n` are
 * differences, as they are for `git diff`.
 *
 * @example
 * splitLines('a\nb'); // ['a\n', 'b']
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
