import type { ReplyPieces } from '../dialects/index.js';
import type { Lane } from '../replay/script.js';
import type { AuthoredRecord, ReplayEntry, StreamChunk } from '../schema/index.js';

/** An authored record that keeps what the wire shows and an author cannot say. */
export type ScriptRecord = AuthoredRecord & {
  /** The pieces its texts came in. */
  pieces?: ReplyPieces;
  /** Of a `hang`: the connection breaks in place of the silence. */
  breaks?: true;
};

/**
 * The model's side of a recorded session as records that encode to any dialect: the session seam's replies on a wire,
 * so that an agent's live adapter reads them. Texts and arguments keep their pieces; blocks of one kind become one. A
 * failure without a status is a connection that breaks.
 */
export function recordsOfScript(lanes: readonly Pick<Lane, 'number' | 'entries' | 'opening'>[]): ScriptRecord[] {
  const several = lanes.filter(({ entries }) => entries.length > 0).length > 1;
  return lanes.flatMap(({ number, entries, opening }) =>
    entries.map((entry, at): ScriptRecord => ({
      ...recordOf(entry, number),
      ...(at === 0 && several && opening !== undefined && { when: { user: opening } }),
    })),
  );
}

function recordOf(entry: ReplayEntry, lane: number): ScriptRecord {
  const { texts, pieces, calls, usage, finish } = read(entry.chunks);
  const prefix = { lane, pieces, ...texts };
  if (entry.kind === 'hang') return { type: 'hang', ...prefix };
  const failure = entry.kind === 'throw' ? entry : finish?.failure;
  if (entry.kind === 'throw' || finish?.kind === 'error') {
    if (failure?.status !== undefined && failure.status >= 400)
      return { type: 'error', lane, status: failure.status, message: failure.message };
    return { type: 'hang', breaks: true, ...prefix };
  }
  return {
    type: 'reply',
    ...prefix,
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(usage && { usage }),
    ...(isFinish(finish?.kind) && { finish: finish.kind }),
  };
}

const FINISHES = ['stop', 'tool-calls', 'max-tokens', 'refusal'] as const;
const isFinish = (kind: string | undefined): kind is (typeof FINISHES)[number] =>
  (FINISHES as readonly (string | undefined)[]).includes(kind);

interface Read {
  texts: { text?: string; reasoning?: string };
  pieces: ReplyPieces;
  calls: { id: string; name: string; arguments: Record<string, unknown> }[];
  usage?: { inputTokens: number; outputTokens: number };
  finish?: Extract<StreamChunk, { type: 'finish' }>['reason'];
}

function read(chunks: readonly StreamChunk[]): Read {
  const text: string[] = [];
  const reasoning: string[] = [];
  const calls = new Map<number, { id: string; name: string; pieces: string[] }>();
  const found: Pick<Read, 'usage' | 'finish'> = {};
  for (const chunk of chunks) {
    if (chunk.type === 'text-delta') text.push(chunk.text);
    else if (chunk.type === 'reasoning-delta') reasoning.push(chunk.text);
    else if (chunk.type === 'tool-call-delta') {
      const call = calls.get(chunk.index) ?? { id: chunk.id, name: chunk.name, pieces: [] };
      calls.set(chunk.index, { ...call, pieces: [...call.pieces, chunk.argumentsDelta] });
    } else if (chunk.type === 'block-end' && chunk.block.type === 'tool-call' && !calls.has(chunk.index))
      calls.set(chunk.index, { id: chunk.block.id, name: chunk.block.name, pieces: [chunk.block.arguments] });
    else if (chunk.type === 'usage')
      found.usage = { inputTokens: chunk.usage.inputTokens ?? 0, outputTokens: chunk.usage.outputTokens ?? 0 };
    else if (chunk.type === 'finish') found.finish = chunk.reason;
  }
  const called = [...calls.values()];
  return {
    texts: { ...(text.length > 0 && { text: text.join('') }), ...(reasoning.length > 0 && { reasoning: reasoning.join('') }) },
    pieces: { text, reasoning, calls: called.map(({ pieces }) => pieces) },
    calls: called.map(({ id, name, pieces }) => ({ id, name, arguments: argumentsOf(pieces.join('')) })),
    ...found,
  };
}

/** Of what is no object the pieces are sent all the same: models write such arguments too. */
function argumentsOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
