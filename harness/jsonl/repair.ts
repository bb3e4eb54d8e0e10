/** A text whose every line is whole, and the last line as it was found where it was not. */
export interface RepairedJsonl {
  text: string;
  torn: string | undefined;
}

/**
 * Drops a last line that a killed writer left unterminated or broken. Nothing before it is touched, so that a fault
 * further up still shows when the text is parsed.
 *
 * @example
 * repairTornTail('{"a":1}\n{"b":'); // { text: '{"a":1}\n', torn: '{"b":' }
 */
export function repairTornTail(text: string): RepairedJsonl {
  const terminated = text.endsWith('\n');
  const end = terminated ? text.length - 1 : text.length;
  const start = end <= 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
  const last = text.slice(start, end);
  if (text === '' || (terminated && isJson(last))) return { text, torn: undefined };
  return { text: text.slice(0, start), torn: last };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
