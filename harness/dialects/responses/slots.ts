import { fieldsOf, keyOf, listOf, textOf, type Fields } from '../json.js';
import type { TextSlots } from '../slots.js';

/** Pieces are all deltas of one type in one place; whole arguments are JSON in items and in the events that end them. */
export function responsesSlots(payload: Fields, slots: TextSlots): void {
  const type = textOf(payload['type']);
  if (type.endsWith('.delta')) {
    const part = keyOf(payload['content_index'], payload['summary_index']);
    slots.piece(payload, 'delta', `${type} ${keyOf(payload['output_index'], payload['item_id'])} ${part}`, type.includes('_arguments.'));
  }
  slots.json(payload, 'arguments');
  slots.json(fieldsOf(payload['item']), 'arguments');
  for (const item of [...listOf(payload['output']), ...listOf(fieldsOf(payload['response'])['output'])]) slots.json(item, 'arguments');
}
