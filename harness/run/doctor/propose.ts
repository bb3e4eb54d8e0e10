import type { FieldNormalizer, SurfaceComparison } from '../../schema/index.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Not the last part of a UUID. */
const HEX = '(?<!(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12,}';
const RANDOM = { kind: 'id', reason: 'ids are named at random', numbered: true } as const;

/** Shapes of values that are volatile by nature, the most telling first. */
const SHAPES: readonly { pattern: string; kind: string; reason: string; numbered?: true }[] = [
  { pattern: UUID, ...RANDOM },
  { pattern: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?`, kind: 'time', reason: 'the wall clock' },
  { pattern: String.raw`\b1\d{9}(?:\d{3})?\b`, kind: 'time', reason: 'the wall clock' },
  { pattern: HEX, ...RANDOM },
  { pattern: `${UUID}|${HEX}`, ...RANDOM },
  { pattern: String.raw`\b\d+(?:\.\d+)?\s?m?s\b`, kind: 'duration', reason: 'how long it took' },
];

/** What differed between two runs and no rule was found for. */
export interface Unexplained {
  surface: string;
  path: string;
  expected?: string;
  actual?: string;
}

export interface Proposals {
  normalizers: FieldNormalizer[];
  unexplained: Unexplained[];
}

/** Rules for the fields that differ between two runs of the same input in other folders. */
export function proposeNormalizers(comparisons: readonly SurfaceComparison[]): Proposals {
  const normalizers = new Map<string, FieldNormalizer>();
  const unexplained: Unexplained[] = [];
  for (const { surface, changes } of comparisons) {
    for (const change of changes) {
      const rule = surface === 'transcript' || surface === 'requests' ? ruleFor(surface, change) : undefined;
      if (rule) normalizers.set(`${rule.surface} ${rule.path} ${rule.pattern ?? ''}`, rule);
      else if (
        surface === 'transcript' ||
        surface === 'requests' ||
        surface === 'workspace' ||
        surface === 'outcome' ||
        surface === 'session-log'
      ) {
        const { path, label, file, expected, actual } = change;
        unexplained.push({
          surface,
          path: surface === 'workspace' ? `${file} ${label}` : path === '' ? label : path,
          ...(expected !== undefined && { expected }),
          ...(actual !== undefined && { actual }),
        });
      }
    }
  }
  return { normalizers: [...normalizers.values()], unexplained };
}

function ruleFor(surface: 'transcript' | 'requests', change: SurfaceComparison['changes'][number]): FieldNormalizer | undefined {
  const { path, expected, actual } = change;
  if (change.kind !== 'value' && change.kind !== 'prompt' && change.kind !== 'schema' && change.kind !== 'normalized only')
    return undefined;
  if (path === '' || expected === undefined || actual === undefined) return undefined;
  const [before, after] = [valueOf(expected), valueOf(actual)];
  const at = pathOf(surface, path);
  const leaf =
    at
      .split('.')
      .filter((key) => key !== '*')
      .at(-1) ?? 'value';
  const kind =
    leaf
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'value';
  const base = { surface, path: at } as const;
  if (typeof before === 'string' && typeof after === 'string') {
    const shape = SHAPES.find(({ pattern }) => {
      const match = new RegExp(pattern, 'gu');
      return before !== after && before.replaceAll(match, '') === after.replaceAll(match, '');
    });
    if (shape) {
      const whole = new RegExp(`^(?:${shape.pattern})$`, 'u').test(before) && !isCut(expected);
      const token = `{{${shape.kind === 'id' && whole ? idKind(kind) : shape.kind}}}`;
      return {
        name: `${shape.kind} at ${at}${whole ? '' : `: ${shape.pattern}`}`,
        reason: shape.reason,
        ...base,
        token,
        ...(!whole && { pattern: shape.pattern }),
        ...(shape.numbered && { numbered: shape.numbered }),
      };
    }
    // A word of letters, digits and dashes without a space reads as an id; a sentence that differs is no noise.
    if (/^[\w:./-]{4,}$/.test(before) && /^[\w:./-]{4,}$/.test(after) && /\d/.test(`${before}${after}`))
      return { name: `id at ${at}`, reason: 'it is another one in each run', ...base, token: `{{${idKind(kind)}}}`, numbered: true };
    return undefined;
  }
  if (typeof before === 'number' && typeof after === 'number')
    return { name: `number at ${at}`, reason: 'it is another one in each run', ...base, token: `{{${kind}}}` };
  return undefined;
}

/** Names that are no other token's, such as `{{system}}`. */
const idKind = (kind: string) => (kind.endsWith('id') ? kind : `${kind}-id`);

/** Where a rule finds the field: within the frame, and in any element of a list. */
function pathOf(surface: 'transcript' | 'requests', path: string): string {
  const plain = path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[["']?([^\]"']+)["']?\]/g, '.$1')
    .replace(/^\./, '');
  const within = surface === 'transcript' ? plain.replace(/^frame\./, '') : plain.replace(/^request\./, '');
  return within.replaceAll(/(^|\.)\d+(?=\.|$)/g, '$1*');
}

/** The text of a long value is cut where both sides say the same. */
const isCut = (json: string) => json.startsWith('…') || json.endsWith('…');

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return isCut(json) ? json : undefined;
  }
}
