import type { SurfaceActual } from './actual.js';
import { REQUESTS_FILE } from './requests.js';

interface Reached {
  readonly expected: ReadonlyMap<string, Uint8Array>;
  readonly notCompared: readonly string[];
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/**
 * A run that drifted made fewer model calls than were recorded: those it never came to are no change. Its requests
 * carry a note; without one, a call that was not made counts.
 */
export function dropUnreached(
  { surface, note }: SurfaceActual,
  expected: ReadonlyMap<string, Uint8Array>,
  produced: ReadonlyMap<string, Uint8Array>,
): Reached {
  const committed = expected.get(REQUESTS_FILE);
  if (surface !== 'requests' || note === undefined || !committed) return { expected, notCompared: [] };
  const made = new Set(lines(decode(produced.get(REQUESTS_FILE) ?? new Uint8Array())).map(placeOf));
  const all = lines(decode(committed));
  const kept = all.filter((line) => made.has(placeOf(line)));
  if (kept.length === all.length) return { expected, notCompared: [] };
  const text = kept.map((line) => `${line}\n`).join('');
  return {
    expected: new Map([...expected, [REQUESTS_FILE, new TextEncoder().encode(text)]]),
    notCompared: [`${all.length - kept.length} recorded model calls that were not reached`],
  };
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Lane and place of a request; a line that has none, such as the header, is a place of its own kind. */
function placeOf(line: string): string {
  const { type, lane, place } = JSON.parse(line) as { type?: unknown; lane?: unknown; place?: unknown };
  return `${String(type)}:${String(lane)}:${String(place)}`;
}
