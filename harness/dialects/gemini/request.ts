import type { WireRequest } from '../../schema/index.js';
import type { CarriedCall, CarriedReply } from '../dialect.js';
import { fieldsOf, isEmpty, isFields, listOf, textOf, without, type Fields } from '../json.js';
import { liftContent, sinkContent, type SystemTexts } from '../system-texts.js';

const NAMES = ['systemInstruction', 'system_instruction'];

/** A content of text parts, under either spelling of its name. */
export const geminiSystem: SystemTexts = {
  lift: (body) => {
    const field = NAMES.find((name) => isFields(body[name]));
    if (field === undefined) return undefined;
    const content = fieldsOf(body[field]);
    const lifted = Array.isArray(content['parts']) ? liftContent(content['parts']) : undefined;
    if (!lifted) return undefined;
    const around = { ...without(content, 'parts'), parts: lifted.around };
    const plain = field === NAMES[0] && isEmpty(without(content, 'parts')) && lifted.around!.length === 1 && isEmpty(lifted.around![0]!);
    return { texts: lifted.texts, ...(!plain && { around: { [field]: around } }), rest: without(body, field) };
  },
  sink: (body, around, take) => {
    const [field, content] = Object.entries(fieldsOf(around))[0] ?? [NAMES[0]!, { parts: [{}] }];
    return { ...body, [field]: { ...fieldsOf(content), parts: sinkContent(fieldsOf(content)['parts'], take) } };
  },
};

/** A tool is a list of functions, or one of the provider's own by its name. */
export function geminiToolNames(tool: Fields): string[] {
  const declared = tool['functionDeclarations'] ?? tool['function_declarations'];
  return Array.isArray(declared) ? listOf(declared).map(({ name }) => textOf(name)) : Object.keys(tool);
}

/** Results of functions alone are no word of the user. */
export function geminiUserText({ role, parts }: Fields): string | undefined {
  if (role !== undefined && role !== 'user') return undefined;
  const list = listOf(parts);
  if (list.length > 0 && list.every((part) => 'functionResponse' in part || 'function_response' in part)) return undefined;
  return list
    .map(({ text }) => textOf(text))
    .filter((text) => text !== '')
    .join('\n');
}

export function geminiTurns({ messages }: WireRequest): (CarriedReply | undefined)[] {
  return listOf(messages).map(({ role, parts }) => {
    if (role !== 'model') return undefined;
    const list = listOf(parts);
    const said = (thought: boolean) =>
      list
        .filter((part) => (part['thought'] === true) === thought)
        .map(({ text }) => textOf(text))
        .join('');
    const reasoning = said(true);
    return { text: said(false), ...(reasoning !== '' && { reasoning }), calls: list.flatMap((part) => geminiCall(part) ?? []) };
  });
}

/** The call a part holds, whole; the code a model runs is a call too. */
export function geminiCall(part: Fields): CarriedCall | undefined {
  const call = part['functionCall'] ?? part['function_call'];
  if (isFields(call)) {
    const { id, name, args } = call;
    return {
      ...(typeof id === 'string' && { id }),
      name: textOf(name),
      arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
    };
  }
  const code = part['executableCode'];
  return isFields(code) ? { name: 'code_execution', arguments: JSON.stringify(code) } : undefined;
}
