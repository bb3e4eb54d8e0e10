import type { FinishForm } from '../dialect.js';
import { listOf, without, type Fields } from '../json.js';

const says = (candidate: Fields): boolean => typeof candidate['finishReason'] === 'string';

/** The finish stands in a candidate, often beside its last text; a blocked prompt has no candidate. */
export const geminiFinish: FinishForm = {
  again(payload) {
    const candidates = listOf(payload['candidates']).filter(says);
    if (candidates.length === 0) return payload['promptFeedback'] ? payload : undefined;
    const content = { role: 'model', parts: [{ text: '' }] };
    return { ...without(payload, 'usageMetadata'), candidates: candidates.map((candidate) => ({ ...candidate, content })) };
  },
  without(payload) {
    if (payload['promptFeedback']) return undefined;
    if (!listOf(payload['candidates']).some(says)) return payload;
    return { ...payload, candidates: listOf(payload['candidates']).map((candidate) => without(candidate, 'finishReason')) };
  },
};
