import type { DialectForm } from '../dialect.js';
import { googleStatus } from '../failures.js';
import { geminiBody, geminiStream } from './encode.js';
import { geminiFinish } from './finish.js';
import { readGemini } from './read.js';
import { geminiSystem, geminiToolNames, geminiTurns, geminiUserText } from './request.js';
import { geminiSlots } from './slots.js';

/** Gemini generateContent and streamGenerateContent, which without `alt=sse` streams one JSON list. */
export const gemini: DialectForm = {
  // A model stands before the verb; the endpoint of one vendor's sign-in has none, and wraps what it sends.
  isCall: (path) => /\/[^/]+\/[^/:]+:(?:streamG|g)enerateContent$/.test(path),
  request: { messages: 'contents', modelInPath: true, system: geminiSystem },
  toolNames: geminiToolNames,
  turns: geminiTurns,
  userText: geminiUserText,
  read: readGemini,
  eventsOf: (body) => [body],
  stream: geminiStream,
  body: geminiBody,
  errorBody: (status, message) => ({ error: { code: status, message, status: googleStatus(status) } }),
  finish: geminiFinish,
  slots: geminiSlots,
};
