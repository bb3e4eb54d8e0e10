import type { FaultInjector } from '../../../harness/faults/index.js';
import {
  createCassettePlayer,
  createCassetteRecorder,
  createWireNormalizer,
  recordedExpectations,
} from '../../../harness/cassette/index.js';
import type { Cassette, CassettePlayer, CassetteRecorder, WireNormalizerOptions } from '../../../harness/cassette/index.js';
import { decodeReply, encodeReply, readRequest, type CarriedReply } from '../../../harness/dialects/index.js';
import { createCounts } from '../../../harness/normalize/index.js';
import type { AuthoredRecord, Decision, Dialect, WireReply, WireRequest } from '../../../harness/schema/index.js';

/** Small pieces that the tests of the provider seam put together. */

export const NO_FOLDERS = { cwd: [], home: [], tmp: [] };

export const tool = (name: string, description = `does ${name}`) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: { path: { type: 'string' } } } },
});

export interface ChatOptions {
  system?: string;
  tools?: readonly string[];
  model?: string;
  headers?: Record<string, string>;
  more?: Record<string, unknown>;
}

/** A request of Chat Completions. */
export function chat(
  messages: readonly unknown[],
  { system = 'You are helpful.', tools = [], model = 'm', headers = {}, more = {} }: ChatOptions = {},
): WireRequest {
  const body = {
    model,
    stream: true,
    messages: [{ role: 'system', content: system }, ...messages],
    ...(tools.length > 0 && { tools: tools.map((name) => tool(name)) }),
    ...more,
  };
  return readRequest('openai-chat', { method: 'POST', path: '/chat/completions', headers, body });
}

export const user = (content: string) => ({ role: 'user', content });
export const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });

/** How an agent carries a reply back. */
export function assistant({ text, calls }: CarriedReply): unknown {
  return {
    role: 'assistant',
    content: text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } })),
    }),
  };
}

export const says = (text: string): AuthoredRecord => ({ type: 'reply', lane: 1, text });
export const calls = (id: string, name: string, args: Record<string, unknown> = {}): AuthoredRecord => ({
  type: 'reply',
  lane: 1,
  toolCalls: [{ id, name, arguments: args }],
});

let minted = 0;

/** A reply as a live provider sends it, its own ids different each time. */
export function reply(record: AuthoredRecord, dialect: Dialect = 'openai-chat'): WireReply {
  return encodeReply(dialect, record, { stream: true, model: 'm', ids: (kind) => `${kind}_live${++minted}`, created: 1 });
}

export const read = (answer: WireReply, dialect: Dialect = 'openai-chat'): CarriedReply => decodeReply(dialect, answer).reply;

export interface Recorder extends CassetteRecorder {
  decisions: Decision[];
  cassette: () => Cassette;
}

export function recorder(options: Partial<WireNormalizerOptions> = {}): Recorder {
  const decisions: Decision[] = [];
  const normalizer = createWireNormalizer({ bindings: NO_FOLDERS, counts: createCounts(), ...options });
  const own = createCassetteRecorder({ normalizer, hash: (text) => `#${text.length}`, append: (decision) => decisions.push(decision) });
  const cassette = () => ({ scenario: 's', exchanges: [...own.exchanges], plain: [...own.plain], authored: [], lines: new Map() });
  return { ...own, decisions, cassette };
}

export interface Player extends CassettePlayer {
  decisions: Decision[];
}

export function player(
  cassette: Cassette,
  { refresh = false, fault, ...options }: Partial<WireNormalizerOptions> & { refresh?: boolean; fault?: FaultInjector } = {},
): Player {
  const decisions: Decision[] = [];
  const bindings = options.bindings ?? NO_FOLDERS;
  const own = createCassettePlayer({
    cassette,
    expectations: recordedExpectations(cassette),
    refresh,
    normalizer: createWireNormalizer({ counts: createCounts(), ...options, bindings }),
    bindings,
    ...(options.url !== undefined && { url: options.url }),
    ...(fault && { fault }),
    append: (decision) => decisions.push(decision),
  });
  return { ask: (...args) => own.ask(...args), askPlain: (...args) => own.askPlain(...args), decisions };
}

export type Call = Extract<Decision, { type: 'decision' }>;
export const callsOf = (decisions: readonly Decision[]): Call[] => decisions.filter((item): item is Call => item.type === 'decision');
