import type { ComparedFile } from '../../harness/schema/index.js';
import type { Budget } from './limits.js';

/** How each kind of picture starts, in base64. What a file is called proves nothing. */
const KINDS: readonly [extension: RegExp, start: RegExp, type: string][] = [
  [/\.png$/i, /^iVBORw0KGgo/, 'image/png'],
  [/\.jpe?g$/i, /^\/9j\//, 'image/jpeg'],
  [/\.gif$/i, /^R0lGOD/, 'image/gif'],
  [/\.webp$/i, /^UklGR.{7}XRUJQ/, 'image/webp'],
];

/**
 * Both sides of a picture as `data:` addresses, for `<img>` alone: there a picture runs no code and loads nothing.
 * Undefined where it is none, or where it would take more than the run may keep.
 */
export function pictureOf(
  { name, encoding, expected, actual }: ComparedFile,
  budget: Budget,
): { expected?: string; actual?: string } | undefined {
  const sides = [expected, actual].filter((side) => side !== undefined);
  const cost = sides.reduce((sum, side) => sum + side.length, 0);
  // Pictures do not compress: they are the first to go.
  if (sides.length === 0 || cost > budget.pictures) return undefined;
  const address = encoding === 'base64' ? bytesAddress(name) : /\.svg$/i.test(name) ? svgAddress : undefined;
  const pictures = {
    ...(expected !== undefined && { expected: address?.(expected) }),
    ...(actual !== undefined && { actual: address?.(actual) }),
  };
  if (Object.values(pictures).some((picture) => picture === undefined)) return undefined;
  budget.pictures -= cost;
  return pictures as { expected?: string; actual?: string };
}

function bytesAddress(name: string): ((base64: string) => string | undefined) | undefined {
  const kind = KINDS.find(([extension]) => extension.test(name));
  return kind && ((base64) => (kind[1].test(base64) ? `data:${kind[2]};base64,${base64}` : undefined));
}

function svgAddress(text: string): string | undefined {
  // A lone surrogate has no address.
  return /\p{Surrogate}/u.test(text) ? undefined : `data:image/svg+xml,${encodeURIComponent(text)}`;
}
