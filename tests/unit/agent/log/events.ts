import type { LogEvent } from '../../../../harness/agent/log/event.js';

/** Events with places and times, as a log would have given them. */
export const log = (...events: [type: string, data: Record<string, unknown>, append?: 'append'][]): LogEvent[] =>
  events.map(([type, data, surfaceOp], seq) => ({ type, seq, time: 1_000 + seq, data, ...(surfaceOp ? { surfaceOp } : {}) }));

export const text = (said: string) => ({ type: 'text', text: said });
export const toolCall = (id: string) => ({ type: 'tool-call', id, name: 'read', arguments: '{}' });
