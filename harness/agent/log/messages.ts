import type { Message, MessageBlock, ModelRequest } from '../../schema/model-request.js';
import type { LogEvent } from './event.js';

/**
 * The conversation as the model is to see it, from the log alone.
 *
 * A refused turn is left out as a whole, as ACP asks. The results of one reply's tools make one message.
 */
export function messagesFromLog(events: readonly LogEvent[]): Message[] {
  const messages: Message[] = [];
  let turnStart = 0;
  let results: MessageBlock[] | undefined;
  for (const event of events) {
    if (event.type === 'turn/start') turnStart = messages.length;
    else if (event.type === 'turn/end' && (event.data['reason'] as { kind: string }).kind === 'refusal') messages.length = turnStart;
    if (event.surfaceOp !== 'append') continue;
    const content = event.data['content'] as MessageBlock[];
    if (event.type === 'tool/result') {
      const result = {
        type: 'tool-result',
        toolCallId: event.data['callId'] as string,
        content,
        isError: event.data['isError'] as boolean,
      } as MessageBlock;
      if (results) results.push(result);
      else messages.push({ role: 'user', content: (results = [result]) });
      continue;
    }
    results = undefined;
    if (content.length > 0) messages.push({ role: event.type === 'user/message' ? 'user' : 'assistant', content });
  }
  return messages;
}

/** Everything of a request but its messages, as the last `request/header` tells it. */
export type RequestHeader = Pick<ModelRequest, 'config' | 'system' | 'tools'>;

export function headerFromLog(events: readonly LogEvent[]): RequestHeader | undefined {
  return events.findLast((event) => event.type === 'request/header')?.data['header'] as RequestHeader | undefined;
}

/**
 * The next request, rebuilt from the log up to its step's header. The loop sends what this returns and nothing else.
 *
 * @throws Error where no `request/header` was written yet.
 */
export function requestFromLog(events: readonly LogEvent[]): ModelRequest {
  const header = headerFromLog(events);
  if (!header) throw new Error('the log holds no request/header yet');
  return { config: header.config, system: header.system, tools: header.tools, messages: messagesFromLog(events) };
}
