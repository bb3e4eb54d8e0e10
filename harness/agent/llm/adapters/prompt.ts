import type { ProviderConfig } from '../../config/config.js';
import type { Message, MessageBlock, ModelRequest } from '../../../schema/model-request.js';
import type { CallOptions } from './stream.js';

type Prompt = CallOptions['prompt'];
type UserContent = Extract<Prompt[number], { role: 'user' }>['content'];
type AssistantContent = Extract<Prompt[number], { role: 'assistant' }>['content'];
type ToolContent = Extract<Prompt[number], { role: 'tool' }>['content'];
type ProviderOptions = NonNullable<CallOptions['providerOptions']>;

/** A request of the chain as the AI SDK's provider packages take it. */
export function callOptions(request: ModelRequest, config: ProviderConfig): Pick<CallOptions, 'prompt' | 'tools' | 'providerOptions'> {
  const names = new Map<string, string>();
  const tools = request.tools === '{{tools}}' ? [] : request.tools;
  const thinking = thinkingOptions(request, config);
  return {
    prompt: [{ role: 'system', content: request.system }, ...request.messages.flatMap((message) => promptMessages(message, names))],
    tools: tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, inputSchema: parameters })),
    ...(thinking ? { providerOptions: thinking } : {}),
  };
}

/** `names` gathers tool names by call id: the AI SDK wants a result to say which tool it came from. */
function promptMessages({ role, content }: Message, names: Map<string, string>): Prompt {
  if (role === 'assistant') {
    for (const block of content) if (block.type === 'tool-call') names.set(block.id, block.name);
    return [{ role, content: content.flatMap(assistantPart) }];
  }
  const results = content.flatMap((block) => toolPart(block, names));
  const said = content.flatMap(userPart);
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, content: results }] : []),
    ...(said.length > 0 ? [{ role: 'user' as const, content: said }] : []),
  ];
}

function assistantPart(block: MessageBlock): AssistantContent {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'reasoning':
      return [
        {
          type: 'reasoning',
          text: block.text,
          ...(block.signature ? { providerOptions: { anthropic: { signature: block.signature } } } : {}),
        },
      ];
    case 'tool-call':
      return [{ type: 'tool-call', toolCallId: block.id, toolName: block.name, input: parsedArguments(block.arguments) }];
    default:
      return [];
  }
}

function userPart(block: MessageBlock): UserContent {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type === 'image') return [{ type: 'file', mediaType: block.mimeType, data: block.data }];
  return [];
}

function toolPart(block: MessageBlock, names: Map<string, string>): ToolContent {
  if (block.type !== 'tool-result') return [];
  const value = block.content.map((part) => part.text).join('\n');
  return [
    {
      type: 'tool-result',
      toolCallId: block.toolCallId,
      toolName: names.get(block.toolCallId) ?? 'unknown',
      output: { type: block.isError ? 'error-text' : 'text', value },
    },
  ];
}

/** The model was already told by the tool's error that its arguments were no JSON object; a provider takes objects only. */
function parsedArguments(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function thinkingOptions(request: ModelRequest, { adapter, facts }: ProviderConfig): ProviderOptions | undefined {
  if (!facts.thinking) return undefined;
  const off = request.config['thinking'] === 'off';
  if (adapter === 'deepseek' && off) return { deepseek: { thinking: { type: 'disabled' } } };
  if (adapter === 'anthropic' && !off) return { anthropic: { thinking: { type: 'enabled', budgetTokens: 4096 } } };
  return undefined;
}
