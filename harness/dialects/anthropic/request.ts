import type { WireRequest } from '../../schema/index.js';
import type { CarriedReply } from '../dialect.js';
import { listOf, textOf, without, type Fields } from '../json.js';
import { liftContent, sinkContent, type SystemTexts } from '../system-texts.js';

/** One text, or blocks with texts that may be marked for the cache. */
export const anthropicSystem: SystemTexts = {
  lift: (body) => {
    const lifted = liftContent(body['system']);
    return lifted && { ...lifted, rest: without(body, 'system') };
  },
  sink: (body, around, take) => ({ ...body, system: sinkContent(around, take) }),
};

/** A message of tool results alone is no word of the user. */
export function anthropicUserText({ role, content }: Fields): string | undefined {
  if (role !== 'user') return undefined;
  if (typeof content === 'string') return content;
  const blocks = listOf(content);
  if (blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result')) return undefined;
  return blocks
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text))
    .join('\n');
}

export function anthropicTurns({ messages }: WireRequest): (CarriedReply | undefined)[] {
  return listOf(messages).map(({ role, content }) => {
    if (role !== 'assistant') return undefined;
    if (typeof content === 'string') return { text: content, calls: [] };
    const blocks = listOf(content);
    const of = (type: string) => blocks.filter((block) => block['type'] === type);
    const reasoning = of('thinking')
      .map((block) => textOf(block['thinking']))
      .join('');
    return {
      text: of('text')
        .map((block) => textOf(block['text']))
        .join(''),
      ...(reasoning !== '' && { reasoning }),
      calls: blocks.filter(isCall).map(({ id, name, input }) => ({
        ...(typeof id === 'string' && { id }),
        name: textOf(name),
        arguments: JSON.stringify(input ?? {}),
      })),
    };
  });
}

/** Calls of the client's tools and of those that the provider or a server of its runs. */
export const isCall = ({ type }: Fields): boolean => type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';
