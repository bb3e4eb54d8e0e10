import { createDeepSeek } from '@ai-sdk/deepseek';
import type { Endpoint } from '../live.js';
import type { Model } from './stream.js';

export const deepseekModel = ({ model, baseUrl, apiKey }: Endpoint): Model => createDeepSeek({ baseURL: baseUrl, apiKey }).chat(model);
