import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Dialect } from '../../harness/schema/index.js';

/** A model of any AI SDK provider package; they share one specification. */
export type Model = Pick<ReturnType<ReturnType<typeof createOpenAI>['chat']>, 'doStream' | 'doGenerate'>;
export type Options = Parameters<Model['doStream']>[0];
type Streamed = Awaited<ReturnType<Model['doStream']>>['stream'];
type Part = Streamed extends ReadableStream<infer P> ? P : never;

const apiKey = 'k';

/** Who reads a dialect: the AI SDK's packages for it, each against a base URL. */
export const CLIENTS: Record<Dialect, Record<string, (url: string) => Model>> = {
  'openai-chat': {
    openai: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-4.1'),
    deepseek: (url) => createDeepSeek({ baseURL: `${url}/v1`, apiKey }).chat('deepseek-reasoner'),
    'openai-compatible': (url) => createOpenAICompatible({ name: 'any', baseURL: `${url}/v1`, apiKey }).chatModel('any'),
  },
  'openai-responses': { openai: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('gpt-5') },
  anthropic: { anthropic: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey }).messages('claude-sonnet-4-5') },
  gemini: { google: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey }).chat('gemini-3-pro') },
};

const tool = (name: string): NonNullable<Options['tools']>[number] => ({ type: 'function', name, inputSchema: { type: 'object' } });

/** `parallel` is declared because one package takes a call of that name apart where it is not. */
export const asks = (more: Partial<Options> = {}): Options => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
  tools: ['read', 'list', 'parallel'].map(tool),
  ...more,
});

/** What a client says that a reply said. */
export interface Heard {
  text: string;
  reasoning: string;
  calls: { name: string; input: unknown; id: string }[];
  /** In the words of the AI SDK. */
  finish: string | undefined;
  error?: unknown;
  /** The events as the client read them. */
  raw: unknown[];
}

export async function hearStream(model: Model, options: Options = asks({ includeRawChunks: true })): Promise<Heard> {
  const heard: Heard = { text: '', reasoning: '', calls: [], finish: undefined, raw: [] };
  try {
    const { stream } = await model.doStream(options);
    for await (const part of stream) hear(part, heard);
  } catch (error) {
    heard.error = error;
  }
  return heard;
}

function hear(part: Part, heard: Heard): void {
  if (part.type === 'text-delta') heard.text += part.delta;
  else if (part.type === 'reasoning-delta') heard.reasoning += part.delta;
  else if (part.type === 'tool-call') heard.calls.push(callOf(part));
  else if (part.type === 'finish') heard.finish = part.finishReason.unified;
  else if (part.type === 'error') heard.error ??= part.error;
  else if (part.type === 'raw') heard.raw.push(part.rawValue);
}

export async function hearWhole(model: Model): Promise<Heard> {
  const heard: Heard = { text: '', reasoning: '', calls: [], finish: undefined, raw: [] };
  try {
    const { content, finishReason } = await model.doGenerate(asks());
    heard.finish = finishReason.unified;
    for (const part of content) {
      if (part.type === 'text') heard.text += part.text;
      else if (part.type === 'reasoning') heard.reasoning += part.text;
      else if (part.type === 'tool-call') heard.calls.push(callOf(part));
    }
  } catch (error) {
    heard.error = error;
  }
  return heard;
}

const callOf = ({ toolName, input, toolCallId }: { toolName: string; input: string; toolCallId: string }): Heard['calls'][number] => ({
  name: toolName,
  input: JSON.parse(input) as unknown,
  id: toolCallId,
});
