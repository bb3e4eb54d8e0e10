import type { Capture, CaptureContext } from '../../../harness/mutate/index.js';
import type { Decision, SessionLogEvent } from '../../../harness/schema/index.js';
import type { CapturedFrame } from '../../../harness/surfaces/frame.js';
import { SURFACES } from '../../../harness/schema/index.js';
import { matchedCall } from '../matched-call.js';

export const CWD = '/tmp/run-1/cwd';

type Value = Record<string, unknown>;

export const frame = (from: 'agent' | 'client', value: Value, line = 1): CapturedFrame => ({
  from,
  at: 3,
  line,
  value,
  raw: JSON.stringify(value),
});
export const update = (sessionUpdate: string, rest: Value = {}): CapturedFrame =>
  frame('agent', { method: 'session/update', params: { sessionId: 'one', update: { sessionUpdate, ...rest } } });
export const chunk = (text: string, messageId = 'm1'): CapturedFrame =>
  update('agent_message_chunk', { messageId, content: { type: 'text', text } });

const request = (text: string) => ({
  config: { provider: 'p', model: 'm' },
  system: 'be good',
  tools: [],
  messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }],
});
export const call = (place: number, text: string): Decision => matchedCall({ call: place, place, session: 'one', request: request(text) });

export const EVENTS: SessionLogEvent[] = [
  { type: 'turn/start', seq: 0, time: 100, data: { turn: 1 } },
  { type: 'request/header', seq: 1, time: 100, data: { header: { system: 'be good', tools: [{ name: 't' }] } } },
  { type: 'tool/call', seq: 2, time: 101, data: { callId: 'c1', name: 'read', arguments: '{}' } },
  { type: 'tool/result', seq: 3, time: 102, data: { callId: 'c1', content: `in ${CWD}/a` }, sourceEventSeqs: [2] },
  { type: 'turn/end', seq: 4, time: 103, data: { reason: { kind: 'completed' } } },
];

/** A small run: two prompts, one tool call, one file of the workspace and one of the profile's state. */
export function captureOf(over: Partial<Capture> = {}): Capture {
  return {
    frames: [
      frame('client', { id: 0, method: 'session/new', params: { cwd: CWD } }),
      frame('agent', { id: 0, result: { sessionId: 'one' } }),
      frame('client', { id: 1, method: 'session/prompt', params: { sessionId: 'one' } }, 2),
      chunk('Hel'),
      chunk('lo'),
      chunk('Bye', 'm2'),
      update('session_info_update', { updatedAt: '2026-01-02T03:04:05.000Z' }),
      frame('agent', { id: 1, result: { stopReason: 'end_turn' } }),
    ],
    logs: [
      {
        session: 'one',
        log: { header: { type: 'session', version: 0, id: 'one', createdAt: 99, cwd: CWD, delegationDepth: 0 }, events: EVENTS },
      },
    ],
    decisions: [
      { type: 'script', lanes: [2] },
      call(1, 'hi'),
      { type: 'stream-end', call: 1, end: 'finished', released: 2, left: 0 },
      call(2, 'ho'),
    ],
    workspace: [
      { root: 'cwd', path: 'a.txt', content: new TextEncoder().encode(`see ${CWD}`) },
      { root: 'home', path: '.agent/log', content: new Uint8Array([0xff, 0xfe]) },
      { root: 'cwd', path: 'link', content: new Uint8Array(), link: `${CWD}/a.txt` },
    ],
    outcome: {
      schema: 1,
      exitCode: 0,
      signal: null,
      shutdown: 'stdin-end',
      prompts: [
        { session: 'main', stopReason: 'end_turn' },
        { session: 'main', error: { code: -1, message: `no ${CWD}` } },
      ],
      findings: [],
    },
    bindings: { cwd: [CWD], home: ['/tmp/run-1/home'], tmp: [] },
    ...over,
  };
}

export const contextOf = (over: Partial<CaptureContext> = {}): CaptureContext => ({
  scenario: 's',
  mode: 'strict',
  headerClass: 'default',
  normalizers: undefined,
  isState: ({ root }) => root === 'home',
  surfaces: new Set(SURFACES),
  ...over,
});
