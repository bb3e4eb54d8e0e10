import { checkFrames, type CheckOptions, type Finding, type RuleName } from '../../../harness/conformance/index.js';
import type { CapturedFrame } from '../../../harness/surfaces/frame.js';

/** Frames of a conversation, put together line by line. */

let count = 0;

type Fields = Record<string, unknown>;

const frame = (from: 'agent' | 'client', value: Fields): CapturedFrame => ({
  from,
  at: 0,
  raw: JSON.stringify(value),
  value,
  line: ++count,
});

export const agent = (value: Fields): CapturedFrame => frame('agent', { jsonrpc: '2.0', ...value });
export const client = (value: Fields): CapturedFrame => frame('client', { jsonrpc: '2.0', ...value });
/** An object exactly as it is, without the version. */
export const bare = (value: Fields): CapturedFrame => frame('agent', value);
export const noise = (raw: string, reason = 'not JSON', from: 'agent' | 'client' = 'agent'): CapturedFrame => ({
  from,
  at: 0,
  raw,
  noise: reason,
  line: ++count,
});

/** A request of the client and the agent's answer. */
export const exchange = (id: number, method: string, params: Fields, result: Fields = {}): [CapturedFrame, CapturedFrame] => [
  client({ id, method, params }),
  agent({ id, result }),
];

export const initialize = (clientCapabilities?: Fields): CapturedFrame[] =>
  exchange(
    0,
    'initialize',
    { protocolVersion: 1, ...(clientCapabilities && { clientCapabilities }) },
    { protocolVersion: 1, agentCapabilities: {}, authMethods: [] },
  );

/** The handshake and one session, `s`. */
export const opened = (clientCapabilities?: Fields): CapturedFrame[] => [
  ...initialize(clientCapabilities),
  ...exchange(1, 'session/new', { cwd: '/w', mcpServers: [] }, { sessionId: 's' }),
];

export const prompt = (id: number, sessionId = 's'): CapturedFrame =>
  client({ id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: 'hi' }] } });
export const stopped = (id: number, stopReason = 'end_turn'): CapturedFrame => agent({ id, result: { stopReason } });
export const cancel = (sessionId = 's'): CapturedFrame => client({ method: 'session/cancel', params: { sessionId } });

export const update = (fields: Fields, sessionId = 's'): CapturedFrame =>
  agent({ method: 'session/update', params: { sessionId, update: fields } });
export const says = (text: string, sessionId = 's'): CapturedFrame =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }, sessionId);
export const toolCall = (toolCallId: string, fields: Fields = {}, sessionId = 's'): CapturedFrame =>
  update({ sessionUpdate: 'tool_call', toolCallId, title: 'read', ...fields }, sessionId);
export const toolUpdate = (toolCallId: string, fields: Fields = {}): CapturedFrame =>
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', ...fields });

/** The agent asks, the client answers. */
export const asks = (id: number, method: string, params: Fields, result: Fields = {}): [CapturedFrame, CapturedFrame] => [
  agent({ id, method, params }),
  client({ id, result }),
];

/** Frames within one turn of session `s`. */
export const inTurn = (frames: readonly CapturedFrame[], clientCapabilities?: Fields): CapturedFrame[] => [
  ...opened(clientCapabilities),
  prompt(2),
  ...frames,
  stopped(2),
];

export const findingsIn = (frames: readonly CapturedFrame[], options?: CheckOptions): Promise<Finding[]> => checkFrames(frames, options);
export const rulesIn = async (frames: readonly CapturedFrame[], options?: CheckOptions): Promise<RuleName[]> =>
  (await checkFrames(frames, options)).map(({ rule }) => rule);
