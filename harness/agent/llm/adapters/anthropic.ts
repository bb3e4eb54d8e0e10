import { createAnthropic } from '@ai-sdk/anthropic';
import type { Endpoint } from '../live.js';
import type { Model } from './stream.js';

export const anthropicModel = ({ model, baseUrl, apiKey }: Endpoint): Model =>
  createAnthropic({ baseURL: baseUrl, apiKey }).languageModel(model);
