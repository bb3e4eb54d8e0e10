/** Regular expression sources that find one path in every spelling an agent may give it. */

/** Letters of a file name that would make a longer sibling of a path. Scripts that write without spaces are none. */
const NAME = String.raw`[\p{Script=Latin}\p{M}\d_~+@-]`;

/** Not inside a longer path; behind `file://`, an escaped line break, a compiler flag, a colour code or an encoded delimiter it starts anew. */
export const BEFORE = [
  String.raw`(?:(?<![\p{Script=Latin}\p{M}\d_~+@.%/\\-])`,
  String.raw`(?<=:(?:\\?/){2}(?:localhost)?)`,
  String.raw`(?<=\\[nrtbf])`,
  String.raw`(?<=(?:^|[\s"'=:,(])-[A-Za-z])`,
  String.raw`(?<=\u001b\[[\d;]*m)`,
  String.raw`(?<=%(?:0A|20|22|27|28|3A|3D)))`,
].join('|');

/** Not followed by the rest of a longer name. A dot that ends a sentence is no part of the name; one before a letter is. */
export const AFTER = String.raw`(?!${NAME}|\.+${NAME}|%(?!0A|20|22|27|29|2C|2F|3A|5C))`;

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const anyOf = (texts: Iterable<string>): string => {
  const sources = [...new Set(texts)].map(escape);
  return sources.length === 1 ? sources[0]! : `(?:${sources.join('|')})`;
};

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

function spellings(segment: string): string[] {
  const encoded = [encodeURI(segment), encodeURIComponent(segment)];
  return [segment, ...encoded, ...encoded.map(lowerHex)];
}

/** `/tmp/a b`: also percent-encoded, with JSON-escaped slashes and with macOS's `/private` before it or not. */
export function posixPattern(path: string): string {
  const separator = String.raw`(?:\\?/|%2F|%2f)`;
  const segments = path
    .replace(/^\/private(?=\/)/, '')
    .split('/')
    .filter(Boolean);
  return `(?:${separator}private)?${segments.map((segment) => separator + anyOf(spellings(segment))).join('')}`;
}

/** The short names that Windows may give a segment: six characters, a tilde and a digit. */
function shortName(segment: string): string {
  const [stem = '', extension = ''] = segment.replace(/[ ]/g, '').split(/\.(?=[^.]*$)/);
  if (stem.length <= 8 && extension.length <= 3 && !/[ +,;=[\]]/.test(segment)) return '';
  const letters = stem.replace(/[.+,;=[\]]/g, (letter) => (letter === '.' ? '' : '_')).slice(0, 6);
  return `|${escape(letters)}~\\d${extension ? escape(`.${extension.slice(0, 3)}`) : ''}`;
}

const caseless = (source: string): string =>
  source.replace(/\\.|[A-Za-z]/g, (token) => (token.length === 1 ? `[${token.toUpperCase()}${token.toLowerCase()}]` : token));

/**
 * `C:\Users\me`: also with forward slashes, backslashes escaped once or more, as a URI, in 8.3 names, in any case.
 * `group` names the capture of the separator, which tells how deep the text is escaped.
 */
export function windowsPattern(path: string, group: string): string {
  const [drive = '', ...segments] = path
    .replace(/^\\\\\?\\/, '')
    .split(/[\\/]+/)
    .filter(Boolean);
  const separator = String.raw`(?:\\+|/|%2F|%2f|%5C|%5c)`;
  const names = segments.map((segment) => `(?:${caseless(anyOf(spellings(segment)) + shortName(segment))})`);
  const letter = `[${drive[0]!.toUpperCase()}${drive[0]!.toLowerCase()}]`;
  return String.raw`(?:\\?/)?(?:\\\\\?\\)?${letter}(?::|%3A|%3a)(?<${group}>${separator})${names.join(separator)}`;
}
