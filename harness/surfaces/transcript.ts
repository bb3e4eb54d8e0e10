import { surfaceErrors } from '../errors/surfaces.js';
import { formatJsonl } from '../jsonl/index.js';
import { createFrameNormalizer, type NormalizeContext } from '../normalize/index.js';
import type { CompareMode } from '../schema/index.js';
import { causalRecords } from './causal.js';
import type { CapturedFrame } from './frame.js';
import { strictRecords } from './strict.js';

export const TRANSCRIPT_FILE = 'transcript.expected.jsonl';

export interface TranscriptContext extends Omit<NormalizeContext, 'tokens'> {
  readonly mode: CompareMode;
  readonly scenario: string;
  /** Tool call ids in the order of the replay source: the canonical form sorts parallel tool starts by it. */
  readonly order?: readonly string[];
}

/** A text file of a scenario directory, as a run would write it. */
export interface SurfaceFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The transcript of a run as `transcript.expected.jsonl`.
 *
 * @throws AcpError `ACP_COMPARE_MODE_UNSUPPORTED` for `state`.
 * @example
 * transcriptSurface(frames, { mode: 'strict', scenario: 'text-turn', bindings, counts: createCounts() }).text;
 */
export function transcriptSurface(frames: readonly CapturedFrame[], context: TranscriptContext): SurfaceFile {
  const { mode, scenario, order = [] } = context;
  if (mode === 'state') throw surfaceErrors.compareModeUnsupported(mode, scenario);
  const normalizer = createFrameNormalizer(context);
  const records = mode === 'strict' ? strictRecords(frames, normalizer) : causalRecords(frames, normalizer, order);
  const header = { type: 'fixture', fixture: 'transcript', schema: 1, scenario, compare: mode };
  return { name: TRANSCRIPT_FILE, text: formatJsonl([header, ...records]) };
}

const NOT_COMPARED: Record<CompareMode, readonly string[]> = {
  strict: ['what the client sent (context rows)', 'when frames came'],
  causal: [
    'what the client sent (context rows)',
    'when frames came',
    'where text was split into chunks',
    "a tool's updates and permission requests relative to later text and to other tools",
    'the order of neighbouring tool starts and agent requests',
    'when metadata came; of usage all but the last value',
    'whether an update came before or after the response of its turn',
    'the order of sessions among each other',
  ],
  state: ['everything but the final state'],
};

/** What a compare mode does not compare, in words. */
export function notComparedBy(mode: CompareMode): string[] {
  return [...NOT_COMPARED[mode]];
}
