import type { ContentBlock } from '../../schema/chunk.js';
import type { LogEvent, NewEvent } from './event.js';

/**
 * What has to be appended to a log whose process ended in mid-turn, so that its conversation can go on: a result for
 * each tool call without one, the end of the step and of the turn.
 */
export function closingEvents(events: readonly LogEvent[]): NewEvent[] {
  const begun = events.findLastIndex((event) => event.type === 'turn/start');
  if (begun === -1 || events.slice(begun).some((event) => event.type === 'turn/end')) return [];
  const turn = (events[begun] as LogEvent).data['turn'] as number;
  const closing: NewEvent[] = [];
  const step = events.slice(begun).findLast((event) => event.type === 'step/start' || event.type === 'step/end');
  if (step?.type === 'step/start') {
    const tail = events.filter((event) => event.seq > step.seq);
    const answered = new Set(tail.filter((event) => event.type === 'tool/result').map((event) => event.data['callId']));
    for (const block of toolCalls(tail).filter((call) => !answered.has(call.id))) {
      const call = tail.find((event) => event.type === 'tool/call' && event.data['callId'] === block.id);
      if (!call) closing.push({ type: 'tool/call', data: { ...at(step), callId: block.id, name: block.name, arguments: block.arguments } });
      closing.push({
        type: 'tool/result',
        data: {
          ...at(step),
          callId: block.id,
          content: [{ type: 'text', text: 'The tool call was interrupted: the agent ended before it did.' }],
          isError: true,
        },
        ...(call ? { sourceEventSeqs: [call.seq] } : {}),
        surfaceOp: 'append',
      });
    }
    closing.push({ type: 'step/end', data: at(step) });
  }
  closing.push({ type: 'turn/end', data: { turn, reason: { kind: 'aborted' } } });
  return closing;
}

const at = (event: LogEvent): Record<string, unknown> => ({ turn: event.data['turn'], step: event.data['step'] });

function toolCalls(events: readonly LogEvent[]): Extract<ContentBlock, { type: 'tool-call' }>[] {
  const message = events.find((event) => event.type === 'assistant/message');
  return ((message?.data['content'] ?? []) as ContentBlock[]).filter((block) => block.type === 'tool-call');
}
