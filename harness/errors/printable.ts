/** Control characters but line end and tab, line separators that terminals know, and what turns the direction of text. */
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** What CI services read as a command to them: GitHub's `::name::` at the start of a line, and `##[name]` anywhere. */
const COMMAND = /^([^\S\n]*):(?=:)|##(?=\[)/gm;

/**
 * A text of a run as a terminal may show it: what would colour, move, hide or turn text is written as `\u001b`, and
 * nothing in it commands a CI service. Every text that came from an agent, a model, a file or a report passes through
 * here on its way to a terminal.
 *
 * @example
 * printable('\u001b[2Jgone'); // '\\u001b[2Jgone'
 */
export function printable(text: string): string {
  return text
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(COMMAND, (sign, space?: string) => (sign === '##' ? '#\\u0023' : `${space ?? ''}\\u003a`));
}

/** As `printable`, on one line. */
export function printableLine(text: string): string {
  return printable(text.replace(/\s+/g, ' '));
}
