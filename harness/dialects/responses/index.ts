import type { DialectForm } from '../dialect.js';
import { errorType } from '../failures.js';
import { textOf } from '../json.js';
import { responsesBody, responsesStream } from './encode.js';
import { responsesFinish } from './finish.js';
import { readResponses, responsesEvents } from './read.js';
import { responsesSystem, responsesTurns, responsesUserText } from './request.js';
import { responsesSlots } from './slots.js';

/** OpenAI Responses. */
export const responses: DialectForm = {
  isCall: (path) => path.endsWith('/responses'),
  request: { messages: 'input', system: responsesSystem },
  toolNames: (tool) => [textOf(tool['name']) || textOf(tool['type'])],
  turns: responsesTurns,
  userText: responsesUserText,
  read: readResponses,
  eventsOf: responsesEvents,
  stream: responsesStream,
  body: responsesBody,
  errorBody: (status, message) => ({ error: { message, type: errorType(status), param: null, code: null } }),
  finish: responsesFinish,
  slots: responsesSlots,
};
