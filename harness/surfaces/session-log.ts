import { formatJsonl } from '../jsonl/index.js';
import { createCountedPathFinder, createTokens, normalizeSessionLog, type NormalizeContext } from '../normalize/index.js';
import { BlockPieces, isDelta, pieceField } from '../replay/deltas.js';
import type { Find } from '../replay/pieces.js';
import type { SessionLog, SessionLogEvent } from '../schema/index.js';
import type { SurfaceFile } from './transcript.js';

export interface SessionLogContext extends Omit<NormalizeContext, 'tokens'> {
  readonly scenario: string;
}

/** A session log by its name in the scenario directory: `session.jsonl`, `session.1.jsonl`, … */
export interface NamedLog {
  readonly name: string;
  readonly log: SessionLog;
}

/** `session.1.jsonl` → `session.1.expected.jsonl`. */
export const expectedLogName = (name: string): string => name.replace(/\.jsonl$/, '.expected.jsonl');

/**
 * The logs of a run as expected files. All share one table of tokens, in order: a child names its parent by the
 * parent's own token. A path that the model spelled over several deltas is replaced in the first of them.
 *
 * @example
 * sessionLogSurface([{ name: 'session.jsonl', log }], { scenario: 'text-turn', bindings, counts });
 * // [{ name: 'session.expected.jsonl', text: '{"type":"fixture","fixture":"session",…}\n…' }]
 */
export function sessionLogSurface(logs: readonly NamedLog[], context: SessionLogContext): SurfaceFile[] {
  const tokens = createTokens();
  const find = createCountedPathFinder(context.bindings, context.counts);
  const header = { type: 'fixture', fixture: 'session', schema: 1, scenario: context.scenario };
  return logs.map(({ name, log }) => {
    const joined = { header: log.header, events: replaceInDeltas(log.events, find) };
    return { name: expectedLogName(name), text: formatJsonl([header, ...normalizeSessionLog(joined, { ...context, tokens })]) };
  });
}

/** Where a model call surely ends: blocks behind it are others, though their indexes are the same. */
const BOUNDARIES: ReadonlySet<string> = new Set(['step/start', 'step/end', 'turn/end', 'llm/retry', 'llm/retry-started']);

function replaceInDeltas(events: readonly SessionLogEvent[], find: Find): SessionLogEvent[] {
  const copy = [...events];
  const blocks = new BlockPieces();
  for (const [at, event] of events.entries()) {
    const chunk = event.type === 'assistant/chunk' ? (event.data['chunk'] as { type?: unknown } | undefined) : undefined;
    if (chunk && isDelta(chunk)) {
      const field = pieceField(chunk);
      const write = (piece: string): void => void (copy[at] = { ...event, data: { ...event.data, chunk: { ...chunk, [field]: piece } } });
      blocks.add(chunk.type, chunk.index, [{ piece: String((chunk as Record<string, unknown>)[field]), write }]);
    } else if (chunk?.type === 'finish' || BOUNDARIES.has(event.type)) blocks.rewrite(() => find);
  }
  blocks.rewrite(() => find);
  return copy;
}
