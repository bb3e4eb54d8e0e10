import { formatJsonl } from '../jsonl/index.js';
import { createFrameNormalizer, type NormalizeContext } from '../normalize/index.js';
import type { AsideUpdates, CompareMode } from '../schema/index.js';
import { standsBeside } from './beside.js';
import { causalRecords } from './causal.js';
import type { CapturedFrame } from './frame.js';
import { stateRecords } from './state.js';
import { strictRecords } from './strict.js';

export const TRANSCRIPT_FILE = 'transcript.expected.jsonl';

export interface TranscriptContext extends Omit<NormalizeContext, 'tokens'> {
  readonly mode: CompareMode;
  readonly scenario: string;
  /** Tool call ids in the order of the replay source: parallel tool starts are sorted by it in `causal` and `state`. */
  readonly order?: readonly string[];
  /** Updates of tool calls whose place among the others is timing, by the agent's profile. */
  readonly besideOthers?: readonly AsideUpdates[] | undefined;
}

/** A text file of a scenario directory, as a run would write it. */
export interface SurfaceFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The transcript of a run as `transcript.expected.jsonl`.
 *
 * @example
 * transcriptSurface(frames, { mode: 'strict', scenario: 'text-turn', bindings, counts: createCounts() }).text;
 */
export function transcriptSurface(frames: readonly CapturedFrame[], context: TranscriptContext): SurfaceFile {
  const { mode, scenario, order = [], besideOthers } = context;
  const normalizer = createFrameNormalizer(context);
  const records =
    mode === 'strict'
      ? strictRecords(frames, normalizer)
      : (mode === 'causal' ? causalRecords : stateRecords)(frames, normalizer, order, standsBeside(besideOthers));
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
    'the order of neighbouring tool starts and agent requests; how often a terminal was polled',
    'when metadata came; of usage all but the last value',
    'whether an update came before or after the response of its turn',
    'the order of sessions among each other',
  ],
  state: [
    'what the client sent',
    'when and in which order frames came, within a turn',
    'where text was split into chunks, and how thoughts, messages and tool calls alternated in a turn',
    'the values that a tool call, a plan, a mode or other session facts had before their last',
    'whether a mode or config change was told by an update or by the answer to its request',
    'how often the agent asked the client for the same thing',
    'the order of sessions among each other',
  ],
};

/** What a compare mode does not compare, in words. */
export function notComparedBy(mode: CompareMode): string[] {
  return [...NOT_COMPARED[mode]];
}
