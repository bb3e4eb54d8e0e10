import { fieldsOf, keyOf, listOf, type Fields } from '../json.js';
import type { TextSlots } from '../slots.js';

/** The pieces of text in a chunk, or the texts of a whole completion, which is one piece each. */
export function chatSlots(payload: Fields, slots: TextSlots): void {
  for (const choice of listOf(payload['choices'])) {
    const at = keyOf(choice['index'], 0);
    const delta = fieldsOf(choice['delta'] ?? choice['message']);
    for (const field of ['content', 'reasoning_content', 'reasoning', 'refusal']) slots.piece(delta, field, `${at} ${field}`);
    for (const call of listOf(delta['tool_calls'])) {
      slots.scope = keyOf(call['index'], call['id'], slots.scope);
      const block = `${at} call ${slots.scope}`;
      slots.piece(fieldsOf(call['function']), 'arguments', block, true);
      slots.piece(fieldsOf(call['custom']), 'input', block);
    }
    slots.piece(fieldsOf(delta['function_call']), 'arguments', `${at} function_call`, true);
  }
}
