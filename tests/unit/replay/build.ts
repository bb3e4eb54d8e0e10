import { formatJsonl } from '../../../harness/jsonl/index.js';
import { createReplayProvider, type ReplayProvider, type ReplayProviderOptions } from '../../../harness/replay/index.js';
import type { Decision, ModelRequest, ReplayEntry, ReplayPlan, RequestRecord, StreamChunk } from '../../../harness/schema/index.js';

/** Small pieces that the replay tests put together. */

export const delta = (text: string, index = 0): StreamChunk => ({ type: 'text-delta', index, text });
export const finish = (kind = 'stop'): StreamChunk => ({ type: 'finish', reason: { kind } });
export const reply = (text: string): StreamChunk[] => [
  { type: 'block-start', index: 0, blockType: 'text' },
  delta(text),
  { type: 'block-end', index: 0, block: { type: 'text', text } },
  finish(),
];

export const event = (type: string, data: Record<string, unknown> = {}): { type: string; data: Record<string, unknown> } => ({
  type,
  data,
});
export const chunkEvent = (chunk: unknown): { type: string; data: Record<string, unknown> } =>
  event('assistant/chunk', { turn: 1, step: 1, chunk });
export const userMessage = (text: string): { type: string; data: Record<string, unknown> } =>
  event('user/message', { content: [{ type: 'text', text }], source: { kind: 'user' } });

export const logHeader = { type: 'session', version: 0, id: 's', createdAt: 0, cwd: '{{cwd}}', delegationDepth: 0 };

export const logText = (events: readonly object[], header: object = {}): string => formatJsonl([{ ...logHeader, ...header }, ...events]);

/** A session log with one turn per message, one reply each. */
export const conversation = (opening: string, ...replies: string[]): string =>
  logText([
    userMessage(opening),
    ...replies.flatMap((text) => [
      event('turn/start', { turn: 1 }),
      event('step/start'),
      ...reply(text).map(chunkEvent),
      event('turn/end', { reason: { kind: 'completed' } }),
    ]),
  ]);

export const request = (first: string, ...rest: ModelRequest['messages']): ModelRequest => ({
  config: { provider: 'deepseek', model: 'm' },
  system: 'You are helpful.',
  tools: [{ name: 'read', description: 'reads', parameters: {} }],
  messages: [{ role: 'user', content: [{ type: 'text', text: first }] }, ...rest],
});

export const assistant = (text: string): ModelRequest['messages'][number] => ({ role: 'assistant', content: [{ type: 'text', text }] });
export const user = (text: string): ModelRequest['messages'][number] => ({ role: 'user', content: [{ type: 'text', text }] });

export const plan = (overrides: Partial<ReplayPlan> = {}): ReplayPlan => ({
  type: 'replay-plan',
  schema: 1,
  scenario: 'create-report',
  runMode: 'replay',
  sources: ['/scenarios/create-report/session.jsonl'],
  verify: true,
  decisions: '/run/decisions.jsonl',
  bindings: { cwd: ['/tmp/run-1/cwd'], home: ['/tmp/run-1/home'], tmp: ['/tmp/run-1/tmp'] },
  ...overrides,
});

export const expectedRequests = (records: readonly Omit<RequestRecord, 'type'>[]): string =>
  formatJsonl([
    { type: 'fixture', fixture: 'requests', schema: 1, scenario: 'create-report' },
    ...records.map((record) => ({ type: 'request', ...record })),
  ]);

export const overrideText = (entries: ReplayEntry[]): string => JSON.stringify(entries);

export interface Started {
  provider: ReplayProvider;
  decisions: Decision[];
}

export function start(files: ReplayProviderOptions['files'], planned: Partial<ReplayPlan> = {}): Started {
  const decisions: Decision[] = [];
  const sources = files.sources.map((_, at) => `/scenarios/create-report/session${at === 0 ? '' : `.${at}`}.jsonl`);
  const provider = createReplayProvider({
    plan: plan({ sources, ...planned }),
    files,
    environment: {},
    append: (decision) => decisions.push(decision),
  });
  return { provider, decisions };
}

export async function collect(stream: AsyncIterable<StreamChunk>): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

export const textOf = (chunks: readonly StreamChunk[]): string =>
  chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join('');

export const call = (
  { provider }: Started,
  sessionId: string,
  asked: ModelRequest,
  signal = new AbortController().signal,
): Promise<StreamChunk[]> => collect(provider.stream({ sessionId, request: asked, signal }));

export const decided = ({ decisions }: Started): Extract<Decision, { type: 'decision' }>[] =>
  decisions.filter((decision) => decision.type === 'decision');
