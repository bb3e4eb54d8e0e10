import type { StreamChunk } from '../schema/chunk.js';
import { BlockPieces, isDelta, pieceField } from './deltas.js';
import { replaceInStrings, replaceInText, type Find, type Replacement } from './pieces.js';

export const CWD_TOKEN = '{{cwd}}';

/**
 * Puts the run's cwd in place of `{{cwd}}` in the chunks of one model call, before one of them is released: also where
 * the token is split over neighbouring deltas of a block, and JSON-escaped in the arguments of a tool call. There are
 * as many chunks as before.
 *
 * @example
 * bindCwd([{ type: 'text-delta', index: 0, text: 'in {{c' }, { type: 'text-delta', index: 0, text: 'wd}}.' }], '/tmp/w');
 * // texts: 'in /tmp/w' and '.'
 */
export function bindCwd(chunks: readonly StreamChunk[], cwd: string): StreamChunk[] {
  const plain = findToken(cwd);
  const json = findToken(JSON.stringify(cwd).slice(1, -1));
  const blocks = new BlockPieces();
  const bound = chunks.map((chunk): StreamChunk => {
    if (!isDelta(chunk)) return replaceInStrings(chunk, (text, field) => replaceInText(text, field === 'arguments' ? json : plain));
    const copy: Record<string, unknown> = { ...chunk };
    const field = pieceField(chunk);
    blocks.add(chunk.type, chunk.index, [{ piece: String(copy[field]), write: (piece) => (copy[field] = piece) }]);
    return copy as StreamChunk;
  });
  blocks.rewrite((isJson) => (isJson ? json : plain));
  return bound;
}

function findToken(replacement: string): Find {
  return (text) => {
    const found: Replacement[] = [];
    for (let start = text.indexOf(CWD_TOKEN); start !== -1; start = text.indexOf(CWD_TOKEN, start + CWD_TOKEN.length)) {
      found.push({ start, end: start + CWD_TOKEN.length, text: replacement });
    }
    return found;
  };
}
