/** Printed lines of a JSON text, two spaces deep; the text's own lines where it is no JSON. */
export function prettyLines(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.replace(/\n$/, '').split('\n');
  }
}
