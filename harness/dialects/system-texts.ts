import { fieldsOf, isEmpty, isFields, without, type Fields } from './json.js';

/** The texts of a system prompt in order, and what stands around them: absent where that goes without saying. */
export interface Lifted {
  texts: string[];
  around?: unknown;
  /** The body without the system prompt. */
  rest: Fields;
}

/** How a dialect's body words its system prompt. `undefined` where it holds none, or none that can be taken apart. */
export interface SystemTexts {
  lift: (body: Fields) => Lifted | undefined;
  /** Puts the texts back; `take` gives one after another. */
  sink: (body: Fields, around: unknown, take: () => string) => Fields;
}

/**
 * Texts of a content that is one string or a list of text parts. `around` is the parts without their texts, and absent
 * for a string.
 */
export function liftContent(content: unknown): { texts: string[]; around?: Fields[] } | undefined {
  if (typeof content === 'string') return { texts: [content] };
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const parts: Fields[] = content.filter((part) => isFields(part) && typeof part['text'] === 'string');
  if (parts.length < content.length) return undefined;
  return { texts: parts.map((part) => String(part['text'])), around: parts.map((part) => without(part, 'text')) };
}

/** The content whose texts {@link liftContent} took. */
export function sinkContent(around: unknown, take: () => string): unknown {
  return Array.isArray(around) ? around.map((part) => ({ ...fieldsOf(part), text: take() })) : take();
}

/** What leads a list of messages and is said by the system, not by a user or the model. */
export function liftLeading(messages: unknown): { texts: string[]; around: Fields[]; rest: unknown[] } {
  const found: { texts: string[]; around: Fields[]; rest: unknown[] } = { texts: [], around: [], rest: [] };
  if (!Array.isArray(messages)) return found;
  let at = 0;
  for (; at < messages.length; at++) {
    const message = fieldsOf(messages[at]);
    if (message['role'] !== 'system' && message['role'] !== 'developer') break;
    const lifted = liftContent(message['content']);
    if (!lifted) break;
    found.texts.push(...lifted.texts);
    found.around.push({ ...without(message, 'content'), ...(lifted.around && { content: lifted.around }) });
  }
  found.rest = messages.slice(at);
  return found;
}

/** The messages that {@link liftLeading} took. */
export function sinkLeading(around: readonly unknown[], take: () => string): Fields[] {
  return around.map((message) => {
    const fields = fieldsOf(message);
    return { ...fields, content: sinkContent(fields['content'], take) };
  });
}

/** Whether the leading messages are one plain system message, as a client writes it that has nothing to add. */
export const isPlain = (around: readonly Fields[]): boolean =>
  around.length === 1 && around[0]!['role'] === 'system' && isEmpty(without(around[0]!, 'role'));

/**
 * Joins the texts of a system prompt by a line of its own that none of them holds, so that they can be parted again.
 */
export function joinTexts(texts: readonly string[]): { text: string; separator?: string } {
  if (texts.length === 1) return { text: texts[0]! };
  for (let marks = '====='; ; marks += '=') {
    const separator = `\n\n${marks}\n\n`;
    const text = texts.join(separator);
    const parted = text.split(separator);
    if (parted.length === texts.length && parted.every((part, at) => part === texts[at])) return { text, separator };
  }
}
