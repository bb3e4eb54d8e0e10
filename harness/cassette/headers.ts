/** Of the connection, not of the call; a proxy does not pass them on (RFC 9110, section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Further headers that say how a body travels, not what is asked. */
const TRANSPORT: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'via',
  'forwarded',
]);

/** Names that hold a credential, whole or as their end. */
const CREDENTIAL =
  /(?:^|[-_])(?:authorization|authenticate|cookie2?|api[-_]?key|apikey|key|token|secret|signature|password|credential|assertion)s?$/;

/** Whether a header is of the connection alone and must not be passed on. `connection` is the value of that header. */
export function isHopByHop(name: string, connection = ''): boolean {
  const lower = name.toLowerCase();
  return (
    HOP_BY_HOP.has(lower) ||
    connection
      .toLowerCase()
      .split(',')
      .some((named) => named.trim() === lower)
  );
}

/** Whether a header carries a credential, by its name. Such a header never reaches an exchange. */
export const isCredentialHeader = (name: string): boolean => CREDENTIAL.test(name.toLowerCase());

/**
 * The headers of a request that say something about the call, by name in small letters: none of the transport, none
 * that carries credentials.
 */
export function requestHeaders(raw: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(raw).toSorted()) {
    const value = raw[name];
    const lower = name.toLowerCase();
    if (value === undefined || isHopByHop(lower) || TRANSPORT.has(lower) || lower.startsWith('x-forwarded-') || isCredentialHeader(lower))
      continue;
    kept[lower] = typeof value === 'string' ? value : value.join(', ');
  }
  return kept;
}

/** Headers of a reply that a client acts on. */
const MEANINGFUL: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'allow',
  'etag',
  'last-modified',
  'mcp-session-id',
  'mcp-protocol-version',
]);

/** The headers of a reply that a client acts on, by name in small letters. */
export function replyHeaders(raw: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of MEANINGFUL) {
    const value = raw[name];
    if (value !== undefined) kept[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return kept;
}

const CREDENTIAL_PARAMETER = /^(?:key|api[-_]?key|access[-_]?token|auth|token|code|sig|signature|secret|password)$/i;

/** A path without the parameters of its query that carry credentials. */
export function withoutCredentials(path: string): string {
  const at = path.indexOf('?');
  if (at === -1) return path;
  const kept = path
    .slice(at + 1)
    .split('&')
    .filter((parameter) => !CREDENTIAL_PARAMETER.test(decodeName(parameter.split('=')[0]!)));
  return kept.length === 0 ? path.slice(0, at) : `${path.slice(0, at)}?${kept.join('&')}`;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
