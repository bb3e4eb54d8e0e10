import type { AuthoredReply, EncodeOptions } from './dialect.js';

/** The calls of an authored reply, each with an id and its arguments as JSON. */
export function callsOf(reply: AuthoredReply, options: EncodeOptions): { id: string; name: string; arguments: string }[] {
  return (reply.toolCalls ?? []).map((call, at) => ({
    id: call.id ?? options.ids('call'),
    name: call.name,
    arguments: options.pieces?.calls?.[at]?.join('') ?? JSON.stringify(call.arguments),
  }));
}

/** The pieces in which a stream sends a text, or the arguments of call `call`. */
export function piecesOf(kind: 'text' | 'reasoning' | number, text: string, { pieces }: EncodeOptions): readonly string[] {
  const found = typeof kind === 'number' ? pieces?.calls?.[kind] : pieces?.[kind];
  return found && found.length > 0 ? found : [text];
}

export function finishOf({ finish, toolCalls }: AuthoredReply): NonNullable<AuthoredReply['finish']> {
  return finish ?? ((toolCalls ?? []).length > 0 ? 'tool-calls' : 'stop');
}

/** Clients want an account of every reply; an author need not invent one. */
export const usageOf = ({ usage }: AuthoredReply): { inputTokens: number; outputTokens: number } =>
  usage ?? { inputTokens: 1, outputTokens: 1 };
