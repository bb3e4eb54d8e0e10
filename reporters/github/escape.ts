import { printable, printableLine } from '../../harness/errors/printable.js';

/** One workflow command of GitHub Actions, on a line of its own. Neither its properties nor its text can end it or begin another. */
export function workflowCommand(name: 'error' | 'notice', properties: Readonly<Record<string, string | number>>, text: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${name} ${pairs.join(',')}::${data(printable(text))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(printableLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A text of a run in Markdown: code, in which every sign that could mean something is a character reference. */
export function markdownCode(text: string, most = 300): string {
  const shown = printableLine(text);
  const cut = shown.length > most ? `${shown.slice(0, most)}…` : shown;
  return `<code>${cut.replace(/[^\p{L}\p{N} …]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}
