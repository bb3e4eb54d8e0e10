import type { Find } from '../replay/pieces.js';

/** Shorter values occur in ordinary text. */
export const ECHO_MIN_LENGTH = 6;

/** Finds the values of tokens where they stand by themselves, the longest first; the token is what stands there afterwards. */
export function findValues(values: ReadonlyMap<string, string>): Find {
  const tokens = new Map([...values].map(([token, value]) => [value, token]));
  const sources = [...tokens.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((value) => value.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![A-Za-z0-9_-])(?:${sources.join('|')})(?![A-Za-z0-9_-])`, 'g');
  return (text) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: tokens.get(match[0])!,
    }));
}
