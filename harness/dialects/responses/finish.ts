import type { FinishForm } from '../dialect.js';
import type { Fields } from '../json.js';

const ENDS = new Set(['completed', 'incomplete', 'failed', 'cancelled']);
const says = ({ type }: Fields): boolean => typeof type === 'string' && type.startsWith('response.') && ENDS.has(type.slice(9));

/** One event finishes a response; a whole one has a status. */
export const responsesFinish: FinishForm = {
  again: (payload) => (says(payload) ? payload : undefined),
  without(payload) {
    if (says(payload)) return undefined;
    return payload['object'] === 'response' ? { ...payload, status: 'in_progress' } : payload;
  },
};
