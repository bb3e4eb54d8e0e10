import { BlockPieces, isDelta, pieceField, type PieceSlot } from './deltas.js';
import { replaceInStrings, replaceInText, type Find } from './pieces.js';
import { packedPieces } from './session-log.js';

/** A row of a session log below its header: an event, or a packed run of deltas. */
export interface LogRow {
  type: string;
  data: Record<string, unknown>;
}

const PACKED_DELTA: Record<string, string> = {
  'text-chunks': 'text-delta',
  'reasoning-chunks': 'reasoning-delta',
  'tool-call-chunks': 'tool-call-delta',
};

/** Where a model call surely ends: the blocks of the next one are others, though their indexes are the same. */
const CALL_BOUNDARIES = new Set(['step/start', 'step/end', 'turn/end', 'llm/retry', 'llm/retry-started']);

/**
 * Rewrites every string of a log's rows. The deltas of one block of one model call are read as one text, so that a
 * place that is split over several of them is found; the rewritten text is spread over the same deltas again.
 */
export function rewriteRows<Row extends LogRow>(rows: readonly Row[], find: Find): Row[] {
  const blocks = new BlockPieces();
  const rewrite = (): void => blocks.rewrite(() => find);
  const rewritten = rows.map((row) => {
    if (CALL_BOUNDARIES.has(row.type)) rewrite();
    const pieces = piecesOf(row);
    if (!pieces) {
      if (isFinish(row)) rewrite();
      return replaceInStrings(row, (text) => replaceInText(text, find));
    }
    const copy = structuredClone(row);
    blocks.add(pieces.type, pieces.index, pieces.slots(copy));
    return copy;
  });
  rewrite();
  return rewritten;
}

/**
 * Puts `{{cwd}}` in place of the generated cwd in every string of a session log's rows, also where the model echoed it
 * split over several deltas. `find` comes from `createPathFinder({ cwd: spellings, home: [], tmp: [] })`.
 */
export function tokenizeCwd<Row extends LogRow>(rows: readonly Row[], find: Find): Row[] {
  return rewriteRows(rows, find);
}

interface RowPieces {
  type: string;
  index: unknown;
  slots: (copy: LogRow) => PieceSlot[];
}

function piecesOf(row: LogRow): RowPieces | undefined {
  const packed = packedPieces(row);
  if (packed) {
    return { type: PACKED_DELTA[row.type]!, index: row.data['index'], slots: (copy) => packedSlots(packedPieces(copy)!) };
  }
  const chunk = row.type === 'assistant/chunk' ? (row.data['chunk'] as Record<string, unknown> | undefined) : undefined;
  if (!chunk || !isDelta(chunk)) return undefined;
  const field = pieceField(chunk);
  return {
    type: chunk.type,
    index: chunk.index,
    slots: (copy) => {
      const target = copy.data['chunk'] as Record<string, unknown>;
      return [{ piece: String(target[field]), write: (piece) => (target[field] = piece) }];
    },
  };
}

function packedSlots(pieces: string[]): PieceSlot[] {
  return pieces.map((piece, at) => ({ piece, write: (rewritten) => (pieces[at] = rewritten) }));
}

function isFinish(row: LogRow): boolean {
  return row.type === 'assistant/chunk' && (row.data['chunk'] as { type?: unknown } | undefined)?.type === 'finish';
}
