import type { WireRequest } from '../../schema/index.js';
import type { CarriedReply } from '../dialect.js';
import { fieldsOf, isEmpty, listOf, textOf, without, type Fields } from '../json.js';
import { liftLeading, sinkLeading, type SystemTexts } from '../system-texts.js';
import { callOf, isCallItem } from './items.js';

/** The instructions, and what developer or system say at the head of the input. */
export const responsesSystem: SystemTexts = {
  lift: (body) => {
    const instructed = typeof body['instructions'] === 'string';
    const { texts, around, rest } = liftLeading(body['input']);
    if (!instructed && texts.length === 0) return undefined;
    return {
      texts: [...(instructed ? [String(body['instructions'])] : []), ...texts],
      ...(texts.length > 0 && { around: { ...(instructed && { instructions: true }), input: around } }),
      rest: { ...(instructed ? without(body, 'instructions') : body), ...(texts.length > 0 && { input: rest }) },
    };
  },
  sink: (body, around, take) => {
    const { instructions, input } = fieldsOf(around);
    const instructed = instructions === true || isEmpty(fieldsOf(around)) ? { instructions: take() } : {};
    if (!Array.isArray(input)) return { ...body, ...instructed };
    return { ...body, ...instructed, input: [...sinkLeading(input, take), ...((body['input'] as unknown[] | undefined) ?? [])] };
  },
};

export function responsesUserText({ role, content }: Fields): string | undefined {
  if (role !== 'user') return undefined;
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(part['text']))
    .filter((text) => text !== '')
    .join('\n');
}

/** The output items that a request carries back, and the response it names as its predecessor. */
export function responsesTurns({ config, messages }: WireRequest): (CarriedReply | undefined)[] {
  const before = config['previous_response_id'];
  const turns = listOf(messages).map(turnOf);
  return typeof before === 'string' ? [{ text: '', calls: [], responseId: before }, ...turns] : turns;
}

function turnOf(item: Fields): CarriedReply | undefined {
  const { id, type } = item;
  const items = typeof id === 'string' ? { items: [id] } : {};
  if (item['role'] === 'assistant') return { text: messageText(item), calls: [], ...items };
  if (type === 'reasoning') {
    const reasoning = reasoningText(item);
    return { text: '', ...(reasoning !== '' && { reasoning }), calls: [], ...items };
  }
  if (isCallItem(item)) return { text: '', calls: [callOf(item)], ...items };
  return type === 'item_reference' ? { text: '', calls: [], ...items } : undefined;
}

/** What a message of the model says; a refusal is said too. */
export function messageText({ content }: Fields): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(part['text']) + textOf(part['refusal']))
    .join('');
}

export function reasoningText(item: Fields): string {
  return [...listOf(item['summary']), ...listOf(item['content'])].map((part) => textOf(part['text'])).join('');
}
