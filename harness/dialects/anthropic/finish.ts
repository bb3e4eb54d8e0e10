import type { FinishForm } from '../dialect.js';
import { fieldsOf, type Fields } from '../json.js';

const says = (payload: Fields): boolean =>
  payload['type'] === 'message_stop' ||
  (payload['type'] === 'message_delta' && typeof fieldsOf(payload['delta'])['stop_reason'] === 'string');

/** Two events finish a message; a whole one says why it stopped. */
export const anthropicFinish: FinishForm = {
  again: (payload) => (says(payload) ? payload : undefined),
  without(payload) {
    if (says(payload)) return undefined;
    return typeof payload['stop_reason'] === 'string' ? { ...payload, stop_reason: null } : payload;
  },
};
