import type { StreamChunk } from '../schema/chunk.js';
import { replaceInPieces, type Find } from './pieces.js';

/** The field of a delta that holds its piece of the block's text. */
const PIECE_FIELD = { 'text-delta': 'text', 'reasoning-delta': 'text', 'tool-call-delta': 'argumentsDelta' } as const;

type Delta = Extract<StreamChunk, { type: keyof typeof PIECE_FIELD }>;

export function isDelta(chunk: { type?: unknown }): chunk is Delta {
  return typeof chunk.type === 'string' && Object.hasOwn(PIECE_FIELD, chunk.type);
}

export function pieceField(delta: Delta): 'text' | 'argumentsDelta' {
  return PIECE_FIELD[delta.type];
}

/** Somewhere a piece of a block's text stands, and how to put another one there. */
export interface PieceSlot {
  piece: string;
  write: (piece: string) => void;
}

/** Gathers the pieces of one model call's blocks, in order, to rewrite each block's text as a whole. */
export class BlockPieces {
  private readonly blocks = new Map<string, { slots: PieceSlot[]; json: boolean }>();

  add(type: string, index: unknown, slots: readonly PieceSlot[]): void {
    const key = `${type}:${String(index)}`;
    const block = this.blocks.get(key) ?? { slots: [], json: type === 'tool-call-delta' };
    block.slots.push(...slots);
    this.blocks.set(key, block);
  }

  /** Rewrites every block. `find` is told whether the text is JSON, as the arguments of a tool call are. */
  rewrite(find: (json: boolean) => Find): void {
    for (const { slots, json } of this.blocks.values()) {
      const rewritten = replaceInPieces(
        slots.map(({ piece }) => piece),
        find(json),
      );
      for (const [at, slot] of slots.entries()) if (rewritten[at] !== slot.piece) slot.write(rewritten[at]!);
    }
    this.blocks.clear();
  }
}
