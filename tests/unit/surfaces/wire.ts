import { createCounts } from '../../../harness/normalize/index.js';
import type { CompareMode } from '../../../harness/schema/index.js';
import { transcriptSurface, type CapturedFrame, type TranscriptContext } from '../../../harness/surfaces/index.js';

type Json = Record<string, unknown>;

export const agent = (value: Json): CapturedFrame => ({ from: 'agent', at: 0, line: 1, raw: JSON.stringify(value), value });
export const client = (value: Json): CapturedFrame => ({ from: 'client', at: 0, line: 1, raw: JSON.stringify(value), value });
export const noise = (raw: string, from: 'agent' | 'client' = 'agent'): CapturedFrame => ({ from, at: 0, line: 1, raw, noise: 'not JSON' });

export const update = (session: string, value: Json): CapturedFrame =>
  agent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: session, update: value } });
export const say = (session: string, text: string, messageId?: string): CapturedFrame =>
  update(session, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...(messageId !== undefined && { messageId }) });
export const ask = (id: unknown, method: string, params: Json = {}): CapturedFrame => client({ jsonrpc: '2.0', id, method, params });
export const answer = (id: unknown, result: Json = {}): CapturedFrame => agent({ jsonrpc: '2.0', id, result });

export const bindings = { cwd: ['/tmp/r1/cwd'], home: ['/tmp/r1/home'], tmp: ['/tmp/r1/tmp'] };

export function transcript(frames: readonly CapturedFrame[], mode: CompareMode, more: Partial<TranscriptContext> = {}): string {
  return transcriptSurface(frames, { mode, scenario: 'case', bindings, counts: createCounts(), ...more }).text;
}

/** The records behind the header. */
export function records(frames: readonly CapturedFrame[], mode: CompareMode, more: Partial<TranscriptContext> = {}): Json[] {
  return transcript(frames, mode, more)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Json);
}
