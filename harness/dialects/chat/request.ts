import type { WireRequest } from '../../schema/index.js';
import type { CarriedCall, CarriedReply } from '../dialect.js';
import { fieldsOf, listOf, textOf, type Fields } from '../json.js';
import { isPlain, liftLeading, sinkLeading, type SystemTexts } from '../system-texts.js';

/** Only what leads the messages is the system prompt; later `system` and `developer` messages stay where they are. */
export const chatSystem: SystemTexts = {
  lift: (body) => {
    const { texts, around, rest } = liftLeading(body['messages']);
    if (texts.length === 0) return undefined;
    return { texts, ...(!isPlain(around) && { around }), rest: { ...body, messages: rest } };
  },
  sink: (body, around, take) => {
    const leading = sinkLeading(Array.isArray(around) ? around : [{ role: 'system' }], take);
    return { ...body, messages: [...leading, ...((body['messages'] as unknown[] | undefined) ?? [])] };
  },
};

export function chatToolNames(tool: Fields): string[] {
  return [textOf(fieldsOf(tool['function'])['name']) || textOf(fieldsOf(tool['custom'])['name']) || textOf(tool['type'])];
}

export function chatUserText({ role, content }: Fields): string | undefined {
  return role === 'user' ? contentText(content) : undefined;
}

export function chatTurns({ messages }: WireRequest): (CarriedReply | undefined)[] {
  return listOf(messages).map((message) => {
    if (message['role'] !== 'assistant') return undefined;
    const reasoning = chatReasoning(message);
    return {
      text: contentText(message['content']) + textOf(message['refusal']),
      ...(reasoning !== '' && { reasoning }),
      calls: callsOf(message),
    };
  });
}

/** Endpoints word the model's reasoning in one of two ways. */
export const chatReasoning = (message: Fields): string => textOf(message['reasoning_content']) || textOf(message['reasoning']);

function callsOf(message: Fields): CarriedCall[] {
  const calls = listOf(message['tool_calls']).map((call) => ({
    ...(typeof call['id'] === 'string' && { id: call['id'] }),
    ...calledBy(call),
  }));
  // How calls were worded before there were tools.
  const old = message['function_call'];
  return old ? [...calls, calledBy({ function: old })] : calls;
}

/** Name and arguments of a call or of a piece of one. */
export function calledBy(call: Fields): { name: string; arguments: string } {
  const called = fieldsOf(call['function'] ?? call['custom']);
  return { name: textOf(called['name']), arguments: textOf(called['arguments']) + textOf(called['input']) };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(part['text']) + textOf(part['refusal']))
    .join('');
}
