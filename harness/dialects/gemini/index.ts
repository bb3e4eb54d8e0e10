import { chat } from '../chat/index.js';

export const gemini = { ...chat, isCall: () => false };
