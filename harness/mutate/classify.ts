import { volatilityOf } from '../normalize/index.js';
import type { Decision } from '../schema/index.js';
import type { LeftFile } from '../surfaces/workspace.js';
import { normalizerOf, recordsOf, SURFACES_OF, type Capture, type CaptureContext, type CaptureRecord } from './capture.js';
import { leavesOf, pathText, type Leaf, type Path } from './leaves.js';
import { toldFrames, type Told } from './state-losses.js';
import { touchedLeaves, type Normalize, type Touch } from './touched.js';

/**
 * What a change of one leaf means.
 * - `semantic`: the suite has to fail.
 * - `volatile`: a named normalizer takes all of it away; the suite has to pass.
 * - `structural`: not compared by design; `why` names the rule.
 */
export type LeafClass = 'semantic' | 'volatile' | 'structural';

export interface ClassedLeaf extends Leaf {
  readonly record: CaptureRecord;
  readonly class: LeafClass;
  /** Normalizers that touched it. A text that holds a folder's path is touched, and semantic for the rest of it. */
  readonly touch?: Touch;
  /** Patterns of rules that take a part of its text away; the rest is semantic. */
  readonly patterns?: readonly string[];
  /** Why it is not compared, in a few words. */
  readonly why?: string;
}

const TOKENS_ONLY = /^(?:\{\{[a-z-]+(?:#\d+)?\}\}\/?)+$/;

/** Every leaf of a capture, once. */
export function classify(capture: Capture, context: CaptureContext): ClassedLeaf[] {
  const normalizers = new Map<string, Normalize>();
  const lastUsage = context.mode === 'causal' ? lastUsages(capture) : undefined;
  const told = context.mode === 'state' ? toldFrames(capture, context) : undefined;
  const patterns = patternsOf(context);
  return recordsOf(capture).flatMap((record) => {
    let normalize = normalizers.get(record.part);
    if (!normalize) normalizers.set(record.part, (normalize = normalizerOf(record.part, capture, context)));
    const whole = notCompared(record, context, lastUsage);
    const touched = touchedLeaves(record.value, normalize);
    return leavesOf(record.value).map((leaf): ClassedLeaf => {
      const why =
        whole ??
        harnessNote(record, leaf.path) ??
        (record.part === 'frames' ? replacedLater(told?.get(record.index), leaf.path) : undefined);
      const touch = touched.get(pathText(leaf.path));
      if (why !== undefined) return { ...leaf, record, class: 'structural', why, ...(touch && { touch }) };
      if (!touch) return { ...leaf, record, class: 'semantic' };
      if (isTakenAway(touch, patterns)) return { ...leaf, record, class: 'volatile', touch };
      const own = touch.by.flatMap(({ name }) => patterns.get(name) ?? []);
      return { ...leaf, record, class: 'semantic', touch, ...(own.length > 0 && { patterns: own }) };
    });
  });
}

/** Rules that take a part of a text away, by name. */
function patternsOf({ normalizers }: CaptureContext): Map<string, string> {
  return new Map((normalizers ?? []).flatMap(({ name, pattern }) => (pattern === undefined ? [] : [[name, pattern] as const])));
}

/** Where a later frame replaces the field of an update, in `state`. */
function replacedLater(told: Told | undefined, [value, params, update, field]: Path): string | undefined {
  return value === 'value' && params === 'params' && update === 'update' ? told?.lost.get(String(field)) : undefined;
}

/** Nothing of the leaf is left, and nobody checks it elsewhere. */
function isTakenAway({ by, normalized }: Touch, patterns: ReadonlyMap<string, string>): boolean {
  if (by.some((normalizer) => volatilityOf(normalizer) === 'checked')) return false;
  return (
    typeof normalized !== 'string' ||
    TOKENS_ONLY.test(normalized) ||
    by.some((normalizer) => !patterns.has(normalizer.name) && volatilityOf(normalizer) === 'free')
  );
}

function notCompared({ part, value, index }: CaptureRecord, context: CaptureContext, lastUsage?: ReadonlySet<number>): string | undefined {
  const shown = SURFACES_OF[part].filter((surface) => context.surfaces.has(surface));
  if (shown.length === 0) return `surface not declared: ${SURFACES_OF[part][0]}`;
  if (part === 'frames') {
    if ((value as { from: string }).from === 'client') return 'client row (context)';
    if (lastUsage && usageSession(value) !== undefined && !lastUsage.has(index)) return 'causal: of usage all but the last value';
  }
  if (part === 'files' && context.isState(value as LeftFile)) return 'state that the profile declares';
  return undefined;
}

/** What the harness itself wrote beside what the agent did. */
function harnessNote({ part, value }: CaptureRecord, path: Path): string | undefined {
  const [key] = path;
  if (part === 'frames' && key !== 'value' && key !== 'noise') return key === 'at' ? 'time of the tap' : 'place of the line';
  if (part === 'outcome' && key === 'schema') return 'version of our own file';
  if (part !== 'requests') return undefined;
  const { type } = value as Decision;
  const compared = { decision: ['lane', 'place', 'request'], 'stream-end': ['left'], script: ['lanes'], refused: [], plain: [], note: [] }[
    type
  ];
  return (compared as readonly string[]).includes(String(key)) ? undefined : "the provider's own notes";
}

/** Per session the last usage update: the canonical form keeps no other. */
function lastUsages({ frames }: Capture): Set<number> {
  const last = new Map<unknown, number>();
  for (const [index, frame] of frames.entries()) {
    const session = usageSession(frame);
    if (session !== undefined) last.set(session, index);
  }
  return new Set(last.values());
}

function usageSession(record: unknown): unknown {
  const params = (record as { value?: { params?: { sessionId?: unknown; update?: { sessionUpdate?: unknown } } } }).value?.params;
  return params?.update?.sessionUpdate === 'usage_update' ? params.sessionId : undefined;
}
