import { RequestError, type ContentBlock } from '@agentclientprotocol/sdk';
import type { MessageBlock } from '../../schema/model-request.js';
import type { TurnInput } from '../loop/turn.js';

/**
 * A client's prompt as the model gets it. Links and embedded resources become text that names them.
 *
 * @throws RequestError -32602 for an empty prompt and for content that this agent did not offer to take.
 */
export function turnInput(prompt: readonly ContentBlock[], modalities: readonly string[]): TurnInput {
  if (prompt.length === 0) throw RequestError.invalidParams({ prompt: 'empty' }, 'the prompt is empty');
  const content = prompt.map((block) => messageBlock(block, modalities));
  return { content, ...(prompt.every((block) => block.type === 'text') ? {} : { prompt: [...prompt] }) };
}

function messageBlock(block: ContentBlock, modalities: readonly string[]): MessageBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'resource_link':
      return { type: 'text', text: `[${block.title ?? block.name}](${block.uri})` };
    case 'resource':
      return embedded(block.resource);
    case 'image':
      if (!modalities.includes('image')) break;
      return { type: 'image', mimeType: block.mimeType, data: block.data };
    default:
      break;
  }
  throw RequestError.invalidParams({ type: block.type }, `the model takes no ${block.type} content`);
}

function embedded(resource: Extract<ContentBlock, { type: 'resource' }>['resource']): MessageBlock {
  if ('text' in resource) return { type: 'text', text: `<resource uri="${resource.uri}">\n${resource.text}\n</resource>` };
  return {
    type: 'text',
    text: `<resource uri="${resource.uri}" type="${resource.mimeType ?? 'application/octet-stream'}">\n(binary data, not shown)\n</resource>`,
  };
}
