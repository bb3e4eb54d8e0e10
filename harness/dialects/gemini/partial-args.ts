import { textOf, type Fields } from '../json.js';

type Container = Record<string | number, unknown>;

/**
 * Adds streamed pieces of a call's arguments, each with the JSON path of the value it begins or goes on with.
 *
 * @example
 * addPartialArgs({}, [{ jsonPath: '$.city', stringValue: 'Bos' }, { jsonPath: '$.city', stringValue: 'ton' }]); // { city: 'Boston' }
 */
export function addPartialArgs(args: Fields, pieces: readonly Fields[]): void {
  for (const piece of pieces) {
    const path = segmentsOf(textOf(piece['jsonPath']));
    const field = path.pop();
    const value = valueOf(piece);
    if (field === undefined || value === undefined) continue;
    let at: Container = args;
    for (const [place, segment] of path.entries()) {
      const next = path[place + 1] ?? field;
      if (!Object.hasOwn(at, segment)) at[segment] = typeof next === 'number' ? [] : {};
      const held = at[segment];
      if (typeof held !== 'object' || held === null) return;
      at = held as Container;
    }
    const before = Object.hasOwn(at, field) ? at[field] : undefined;
    at[field] = typeof value === 'string' && typeof before === 'string' ? before + value : value;
  }
}

/** `$.a.b[0]["c d"]` as the names and numbers it goes by; names that would reach a prototype are not followed. */
function segmentsOf(path: string): (string | number)[] {
  const segments = [...path.matchAll(/\[(\d+)\]|\[["']([^\]]*)["']\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : (quoted ?? name!),
  );
  return segments[0] === '$' ? segments.slice(1).filter((segment) => segment !== '__proto__') : [];
}

function valueOf(piece: Fields): unknown {
  if ('nullValue' in piece) return null;
  return piece['stringValue'] ?? piece['numberValue'] ?? piece['boolValue'];
}
