import { methodOf, paramsOf, resultOf, updateOf, type Message } from './causal-messages.js';
import type { ToolStrand } from './causal-strands.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The result or the error of an answer, without the envelope. */
export function outcomeOf(answer: Message | undefined): Json {
  if (!answer) return { unanswered: true };
  const { result, error } = answer.frame;
  return error === undefined ? { result } : { error };
}

/** The fields of an update, without the name of its kind. */
export function fieldsOf(update: Readonly<Json>): Json {
  const { sessionUpdate: _kind, ...fields } = update;
  return fields;
}

/** What a tool call's updates say together (a later field replaces an earlier one), and what the agent asked about it, in order. */
export function foldTool({ start, rest }: ToolStrand): Json {
  const messages = start ? [start, ...rest] : rest;
  const asked = messages.filter(({ kind }) => kind === 'request').map(foldRequest);
  const state: Json = Object.assign({}, ...messages.map((message) => fieldsOf(updateOf(message) ?? {})));
  return { ...state, ...(asked.length > 0 && { asked }) };
}

/** A request of the agent. What the client answered is no fact about the agent, but a terminal's id names the terminal. */
export function foldRequest(request: Message): Json {
  const { sessionId: _session, ...params } = paramsOf(request);
  const { terminalId } = resultOf(request.answer);
  return { method: methodOf(request), params, ...(terminalId !== undefined && { terminalId }) };
}

/**
 * Content blocks with their plain texts joined: where a text was split is no fact about the state.
 *
 * @example
 * joinContent([{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }]); // [{ type: 'text', text: 'ab' }]
 */
export function joinContent(blocks: readonly unknown[]): unknown[] {
  const joined: unknown[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (isPlainText(last) && isPlainText(block)) joined[joined.length - 1] = { ...last, text: last.text + block.text };
    else joined.push(block);
  }
  return joined;
}

function isPlainText(block: unknown): block is { type: 'text'; text: string } {
  return isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' && Object.keys(block).length === 2;
}

/** Session facts by the kind of update that tells them, as the session ends with them. */
export type Facts = Map<string, Json>;

/**
 * The facts that a session ends with. Mode and config options also come of answers: whether an agent tells a switch
 * by an update, by its answer or by both is not compared.
 */
export function foldFacts(messages: readonly Message[]): Facts {
  const facts: Facts = new Map();
  for (const message of messages) {
    if (message.from !== 'agent') continue;
    const update = updateOf(message);
    if (update) foldUpdate(facts, update);
    else if (message.kind === 'response' && message.about) foldAnswer(facts, message.about, message);
  }
  return new Map([...facts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Those whose last value counts; of the session's info each field has one. */
const LAST: ReadonlySet<unknown> = new Set([
  'available_commands_update',
  'config_option_update',
  'current_mode_update',
  'plan',
  'usage_update',
]);

function foldUpdate(facts: Facts, update: Json): void {
  const kind = update['sessionUpdate'];
  if (LAST.has(kind)) facts.set(kind as string, fieldsOf(update));
  else if (kind === 'session_info_update') facts.set(kind, { ...facts.get(kind), ...fieldsOf(update) });
}

function foldAnswer(facts: Facts, request: Message, answer: Message): void {
  if ('error' in answer.frame) return;
  const { modes, configOptions } = resultOf(answer);
  const mode =
    methodOf(request) === 'session/set_mode' ? paramsOf(request)['modeId'] : isObject(modes) ? modes['currentModeId'] : undefined;
  if (mode !== undefined) facts.set('current_mode_update', { currentModeId: mode });
  if (Array.isArray(configOptions)) facts.set('config_option_update', { configOptions });
}

export const isFact = (kind: unknown): boolean => LAST.has(kind) || kind === 'session_info_update';
