import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Endpoint } from '../live.js';
import type { Model } from './stream.js';

/** Usage has to be asked for: without `includeUsage` these endpoints send none while they stream. */
export const openaiCompatibleModel = ({ name, model, baseUrl, apiKey }: Endpoint): Model =>
  createOpenAICompatible({ name, baseURL: baseUrl, apiKey, includeUsage: true }).chatModel(model);
