import type { DialectForm } from '../dialect.js';
import { errorType } from '../failures.js';
import { textOf } from '../json.js';
import { anthropicBody, anthropicStream } from './encode.js';
import { anthropicFinish } from './finish.js';
import { anthropicEvents, readAnthropic } from './read.js';
import { anthropicSystem, anthropicTurns, anthropicUserText } from './request.js';
import { anthropicSlots } from './slots.js';

/** Anthropic Messages. */
export const anthropic: DialectForm = {
  isCall: (path) => path.endsWith('/messages'),
  request: { messages: 'messages', system: anthropicSystem },
  toolNames: (tool) => [textOf(tool['name']) || textOf(tool['type'])],
  turns: anthropicTurns,
  userText: anthropicUserText,
  read: readAnthropic,
  eventsOf: anthropicEvents,
  stream: anthropicStream,
  body: anthropicBody,
  errorBody: (status, message) => ({ type: 'error', error: { type: errorType(status), message } }),
  finish: anthropicFinish,
  slots: anthropicSlots,
};
