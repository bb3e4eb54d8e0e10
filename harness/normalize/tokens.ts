/** Kinds of ids that become tokens. A kind is part of its token, so that a session id can never stand for a call id. */
export type TokenKind =
  | 'session'
  | 'message'
  | 'call'
  | 'terminal'
  | 'elicitation'
  | 'compaction'
  | 'blob'
  | 'plan'
  | 'cursor'
  | 'retry'
  | 'client-request'
  | 'agent-request';

/** First-seen numbers per kind: the first session id of a file is `{{session#1}}` everywhere in it. */
export interface Tokens {
  /** The token of an id; a new id gets the next number of its kind. The string `"0"` and the number `0` are two ids. */
  token(kind: TokenKind, value: string | number): string;
  /** The token of an id that was seen before. */
  lookup(kind: TokenKind, value: string | number): string | undefined;
}

const TOKEN = /^\{\{([a-z-]+)#(\d+)\}\}$/;

/**
 * A fresh table of tokens. A value that already is a token of its kind stands for itself, so that normalizing
 * normalized text changes nothing.
 *
 * @example
 * const tokens = createTokens();
 * tokens.token('session', 'sess-7f'); // '{{session#1}}'
 * tokens.token('session', 'sess-80'); // '{{session#2}}'
 * tokens.token('session', 'sess-7f'); // '{{session#1}}'
 */
export function createTokens(): Tokens {
  const kinds = new Map<TokenKind, { ids: Map<string | number, string>; last: number }>();

  function tableOf(kind: TokenKind): { ids: Map<string | number, string>; last: number } {
    let table = kinds.get(kind);
    if (!table) kinds.set(kind, (table = { ids: new Map(), last: 0 }));
    return table;
  }

  return {
    token(kind, value) {
      const table = tableOf(kind);
      const known = table.ids.get(value);
      if (known !== undefined) return known;
      const own = typeof value === 'string' ? TOKEN.exec(value) : null;
      const number = own && own[1] === kind ? Number(own[2]) : table.last + 1;
      table.last = Math.max(table.last, number);
      const token = `{{${kind}#${number}}}`;
      table.ids.set(value, token);
      return token;
    },
    lookup: (kind, value) => kinds.get(kind)?.ids.get(value),
  };
}
