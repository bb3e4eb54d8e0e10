import { fieldsOf, keyOf, listOf, type Fields } from '../json.js';
import type { TextSlots } from '../slots.js';

/** The pieces of text and thought, and of arguments that stream in pieces. Whole arguments are an object. */
export function geminiSlots(payload: Fields, slots: TextSlots): void {
  for (const candidate of listOf(payload['candidates'])) {
    const at = keyOf(candidate['index'], 0);
    for (const part of listOf(fieldsOf(candidate['content'])['parts'])) {
      slots.piece(part, 'text', `${at} ${part['thought'] === true ? 'thought' : 'text'}`);
      const call = fieldsOf(part['functionCall']);
      if (typeof call['name'] === 'string') slots.scope += 'i';
      for (const piece of listOf(call['partialArgs'])) {
        slots.piece(piece, 'stringValue', `${at} call ${slots.scope} ${keyOf(piece['jsonPath'])}`);
      }
    }
  }
}
