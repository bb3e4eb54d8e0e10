import type { CarriedCall } from '../dialect.js';
import { textOf, without, type Fields } from '../json.js';

/** An output item that calls a tool, the client's or one of the provider's own. */
export const isCallItem = ({ type }: Fields): boolean => typeof type === 'string' && type.endsWith('_call');

/**
 * A call by its item. Tools of the provider's own kinds have no name but their kind, and what they are asked for stands
 * in fields of their own.
 */
export function callOf(item: Fields): CarriedCall {
  const id = textOf(item['call_id']) || textOf(item['id']);
  const said = item['arguments'] ?? item['input'];
  return {
    ...(id !== '' && { id }),
    name: textOf(item['name']) || textOf(item['type']).replace(/_call$/, ''),
    arguments: typeof said === 'string' ? said : JSON.stringify(without(item, ...NOT_ASKED)),
  };
}

/** What names a call or tells how it went. */
const NOT_ASKED = ['id', 'type', 'status', 'call_id', 'output', 'outputs', 'result', 'results', 'error'];
