import type { DialectForm } from '../dialect.js';
import { errorType } from '../failures.js';
import { chatBody, chatStream } from './encode.js';
import { chatFinish } from './finish.js';
import { readChat } from './read.js';
import { chatSystem, chatToolNames, chatTurns, chatUserText } from './request.js';
import { chatSlots } from './slots.js';

/** OpenAI Chat Completions, and the many endpoints that speak it, with the `reasoning_content` some of them add. */
export const chat: DialectForm = {
  isCall: (path) => path.endsWith('/chat/completions'),
  request: { messages: 'messages', system: chatSystem },
  toolNames: chatToolNames,
  turns: chatTurns,
  userText: chatUserText,
  read: readChat,
  // A whole body words its choices as the events do, with `message` in place of `delta`.
  eventsOf: (body) => [body],
  stream: chatStream,
  body: chatBody,
  errorBody: (status, message) => ({ error: { message, type: errorType(status), param: null, code: null } }),
  finish: chatFinish,
  slots: chatSlots,
};
