import { volatilityOf } from '../normalize/index.js';
import type { Decision } from '../schema/index.js';
import type { Capture, CaptureContext, CaptureRecord, Part } from './capture.js';
import { classify, type ClassedLeaf } from './classify.js';
import { fieldText } from './leaves.js';

/** One field that normalizers rewrite, seen in two runs of a scenario. */
export interface NormalizedField {
  readonly part: Part;
  /** What the record is, e.g. `tool_call_update`. */
  readonly record: string;
  readonly field: string;
  readonly normalizers: readonly string[];
  /** Whether the two runs held other values. */
  readonly varied: boolean;
  /** A value of each run, the first that differs where some do. */
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The fields that normalizers rewrite in what is compared, and whether they differed between two runs. What is dropped
 * because it is checked elsewhere hides nothing, and is left out.
 */
export function normalizedFields(a: Capture, b: Capture, context: CaptureContext): NormalizedField[] {
  const [from, to] = [group(a, context), group(b, context)];
  return [...from].map(([key, leaves]) => {
    const first = leaves[0]!;
    const [was, now] = [texts(leaves), texts(to.get(key) ?? [])];
    const values = new Set(was);
    const other = now.find((value) => !values.has(value));
    return {
      part: first.record.part,
      record: labelOf(first.record),
      field: fieldText(first.path),
      normalizers: [...new Set(leaves.flatMap(namesOf))].toSorted(),
      varied: other !== undefined,
      from: first.value,
      to: other === undefined ? first.value : (JSON.parse(other) as unknown),
    };
  });
}

const texts = (leaves: readonly ClassedLeaf[]): string[] => leaves.map(({ value }) => JSON.stringify(value));

const namesOf = ({ touch }: ClassedLeaf): string[] =>
  (touch?.by ?? []).filter((by) => volatilityOf(by) !== 'checked').map(({ name }) => name);

function group(capture: Capture, context: CaptureContext): Map<string, ClassedLeaf[]> {
  const fields = new Map<string, ClassedLeaf[]>();
  for (const leaf of classify(capture, context)) {
    if (leaf.class === 'structural' || namesOf(leaf).length === 0) continue;
    const key = `${leaf.record.part} ${labelOf(leaf.record)} ${fieldText(leaf.path)}`;
    const known = fields.get(key);
    if (known) known.push(leaf);
    else fields.set(key, [leaf]);
  }
  return fields;
}

type Json = Record<string, unknown>;

/** What a record is, without anything of it that varies. */
function labelOf({ part, value }: CaptureRecord): string {
  if (part === 'outcome') return 'outcome';
  if (part === 'files') return (value as { path: string }).path;
  if (part === 'requests') return (value as Decision).type === 'decision' ? 'model call' : (value as Decision).type;
  if (part === 'log') {
    const { type, data } = value as { type: string; data?: { chunk?: { type?: unknown } } };
    return [type, data?.chunk?.type].filter(Boolean).join(' ');
  }
  const frame = (value as { value?: Json }).value;
  if (!frame) return 'noise';
  const update = (frame['params'] as { update?: { sessionUpdate?: unknown } } | undefined)?.update;
  const named = update?.sessionUpdate ?? frame['method'];
  return typeof named === 'string' ? named : 'error' in frame ? 'error' : 'response';
}
