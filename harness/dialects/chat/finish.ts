import type { FinishForm } from '../dialect.js';
import { listOf, without, type Fields } from '../json.js';

const says = (choice: Fields): boolean => typeof choice['finish_reason'] === 'string';

/** The finish stands in a choice, beside its last text where there is one. */
export const chatFinish: FinishForm = {
  again(payload) {
    const choices = listOf(payload['choices']).filter(says);
    return choices.length === 0
      ? undefined
      : { ...without(payload, 'usage'), choices: choices.map((choice) => ({ ...choice, delta: {} })) };
  },
  without(payload) {
    if (!listOf(payload['choices']).some(says)) return payload;
    return { ...payload, choices: listOf(payload['choices']).map((choice) => ({ ...choice, finish_reason: null })) };
  },
};
