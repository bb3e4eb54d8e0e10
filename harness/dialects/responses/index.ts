import { chat } from '../chat/index.js';

export const responses = { ...chat, isCall: () => false };
