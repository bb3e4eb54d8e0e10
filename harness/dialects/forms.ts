import { anthropic } from './anthropic/index.js';
import { chat } from './chat/index.js';
import type { Dialects } from './dialect.js';
import { gemini } from './gemini/index.js';
import { responses } from './responses/index.js';

export const FORMS: Dialects = { 'openai-chat': chat, 'openai-responses': responses, anthropic, gemini };
