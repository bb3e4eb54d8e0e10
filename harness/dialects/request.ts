import type { Dialect, WireRequest } from '../schema/index.js';
import { fieldsOf, isEmpty, isFields, present, without, type Fields } from './json.js';
import { FORMS } from './forms.js';
import { joinTexts } from './system-texts.js';

/** A model call as it came over the wire. */
export interface IncomingRequest {
  method: string;
  /** Below the base URL, with its query. */
  path: string;
  headers: Record<string, string>;
  /** Parsed JSON. */
  body: unknown;
}

/** Fields of `config` that are ours: what a body has under these names is kept in `config.body`. */
const OURS = ['provider', 'system', 'body'];

/**
 * Takes a model call apart so that nothing is lost: {@link writeRequest} gives the body back. Fields of the body stay in
 * `config` under their names. `config.system` tells what stands around the texts of the system prompt where that is
 * more than one plain text; `config.body` keeps what does not fit: empty lists, fields that are not of their type, and
 * those whose name `config` uses itself.
 *
 * @example
 * readRequest('anthropic', { method: 'POST', path: '/v1/messages', headers: {}, body: { model: 'm', system: 's', messages, max_tokens: 9 } });
 * // { …, config: { provider: 'anthropic', model: 'm', max_tokens: 9 }, system: 's', tools: [], messages }
 */
export function readRequest(dialect: Dialect, { method, path, headers, body }: IncomingRequest): WireRequest {
  const { request: form } = FORMS[dialect];
  const named = form.modelInPath ? modelOf(path) : '';
  const request = { dialect, method, path, headers };
  if (!isFields(body)) {
    const config = present({ provider: dialect, model: named, body }) as WireRequest['config'];
    return { ...request, config, system: '', tools: [], messages: [] };
  }
  const lifted = form.system.lift(body);
  const { text, separator } = joinTexts(lifted?.texts ?? ['']);
  // A prompt of empty texts would read as none.
  const rest = text === '' ? body : lifted!.rest;
  const system = present({ separator, around: lifted?.around });
  const model = !form.modelInPath && typeof rest['model'] === 'string' ? rest['model'] : named;
  const messages = readMessages(rest[form.messages]);
  const tools = listed(rest['tools']);
  const taken = [...(model !== named ? ['model'] : []), ...(messages ? [form.messages] : []), ...(tools ? ['tools'] : [])];
  const ours = [...OURS, form.messages, 'tools', 'model'];
  const left = without(rest, ...taken);
  const kept = Object.fromEntries(Object.entries(left).filter(([name]) => ours.includes(name)));
  return {
    ...request,
    config: {
      provider: dialect,
      model,
      ...without(left, ...ours),
      ...(text !== '' && !isEmpty(system) && { system }),
      ...(!isEmpty(kept) && { body: kept }),
    },
    system: text,
    tools: tools ?? [],
    messages: messages ?? [],
  };
}

/**
 * The body of a request that {@link readRequest} took apart, equal to the one it read.
 */
export function writeRequest({ dialect, config, system, tools, messages }: WireRequest): unknown {
  const { request: form } = FORMS[dialect];
  const kept = config['body'];
  if (kept !== undefined && !isFields(kept)) return kept;
  const body: Fields = {
    ...without(config, 'model', ...OURS),
    ...(!form.modelInPath && config.model !== '' && { model: config.model }),
    ...(tools.length > 0 && { tools }),
    ...(messages.length > 0 && { [form.messages]: typeof messages[0] === 'string' ? messages[0] : messages }),
    ...kept,
  };
  if (system === '') return body;
  const { separator, around } = fieldsOf(config['system']);
  const texts = typeof separator === 'string' ? system.split(separator) : [system];
  return form.system.sink(body, around, () => texts.shift() ?? '');
}

/**
 * Whether a request asks for its reply in pieces: as an event stream, or as the one JSON `list` that Gemini streams
 * where it is not told `alt=sse`.
 */
export function streamOf({ dialect, path, config }: WireRequest): boolean | 'list' {
  if (dialect !== 'gemini') return config['stream'] === true;
  if (!/:streamGenerateContent(?:\?|$)/.test(path)) return false;
  return /[?&]alt=sse(?:&|$)/.test(path) ? true : 'list';
}

/** Messages as a list. One text in place of a list is a list of that text, which cannot come as a list. */
function readMessages(messages: unknown): unknown[] | undefined {
  if (typeof messages === 'string') return [messages];
  const list = listed(messages);
  return list && typeof list[0] !== 'string' ? list : undefined;
}

const listed = (value: unknown): unknown[] | undefined => (Array.isArray(value) && value.length > 0 ? value : undefined);

const modelOf = (path: string): string => /([^/:?]+):[A-Za-z]+(?:\?|$)/.exec(path)?.[1] ?? '';
