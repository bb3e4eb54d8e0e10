import { fieldsOf, listOf, type Fields } from '../json.js';
import type { TextSlots } from '../slots.js';

/** The pieces of a block in an event; the texts of a whole message stand alone. */
export function anthropicSlots(payload: Fields, slots: TextSlots): void {
  // A stream may hold a second message by mistake; its blocks are not the first one's.
  if (payload['type'] === 'message_start') slots.scope += 'i';
  const block = `${slots.scope} block ${String(payload['index'])}`;
  if (payload['type'] === 'content_block_start') pieces(fieldsOf(payload['content_block']), block, slots);
  if (payload['type'] === 'content_block_delta') {
    const delta = fieldsOf(payload['delta']);
    pieces(delta, block, slots);
    slots.piece(delta, 'partial_json', `${block} input`, true);
  }
  for (const [at, content] of listOf(payload['content']).entries()) pieces(content, `block ${at}`, slots);
}

function pieces(holder: Fields, block: string, slots: TextSlots): void {
  slots.piece(holder, 'text', `${block} text`);
  slots.piece(holder, 'thinking', `${block} thinking`);
}
