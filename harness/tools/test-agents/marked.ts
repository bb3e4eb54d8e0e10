export const MARK = ' (changed)';

/** A copy whose last text has a mark behind it. */
export function marked(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  let place: { owner: Record<string, unknown>; key: string } | undefined;
  const walk = (owner: unknown): void => {
    if (typeof owner !== 'object' || owner === null) return;
    for (const [key, inner] of Object.entries(owner)) {
      if (typeof inner === 'string') place = { owner: owner as Record<string, unknown>, key };
      else walk(inner);
    }
  };
  walk(copy);
  if (place) place.owner[place.key] = `${String(place.owner[place.key])}${MARK}`;
  return copy;
}
