/** A text with its JSON escapes undone, and where each of its characters stood. */
export interface Unescaped {
  text: string;
  /** `starts[i]` is the offset in the escaped text of character `i`; one more entry than characters, for the end. */
  starts: number[];
}

const SIMPLE: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };

/**
 * Undoes one level of JSON string escapes, wherever they stand: a secret inside a JSON string inside a text is looked
 * for in the text it means. Answers `undefined` where there is nothing to undo.
 */
export function unescapeJson(escaped: string): Unescaped | undefined {
  if (!escaped.includes('\\')) return undefined;
  let text = '';
  const starts: number[] = [];
  for (let at = 0; at < escaped.length;) {
    const [character, length] = readCharacter(escaped, at);
    text += character;
    starts.push(at);
    at += length;
  }
  starts.push(escaped.length);
  return text.length === escaped.length ? undefined : { text, starts };
}

function readCharacter(text: string, at: number): [character: string, length: number] {
  if (text[at] !== '\\') return [text[at]!, 1];
  const simple = SIMPLE[text[at + 1] ?? ''];
  if (simple !== undefined) return [simple, 2];
  const code = /^\\u([0-9a-fA-F]{4})/.exec(text.slice(at, at + 6));
  return code ? [String.fromCharCode(Number.parseInt(code[1]!, 16)), 6] : ['\\', 1];
}
