import { carriedReplies } from '../dialects/index.js';
import { createFieldNormalizers, createPathFinder, createPathNormalizer, ID_REASON, type Counts } from '../normalize/index.js';
import { findSecrets, redactText, type Secrets } from '../redact/index.js';
import { replaceInStrings, replaceInText, type Find } from '../replay/pieces.js';
import type { FieldNormalizer } from '../schema/profile.js';
import type { ReplayPlan } from '../schema/replay.js';
import type { PlainRequest, WireRequest } from '../schema/wire.js';
import { isCredentialHeader, withoutCredentials } from './headers.js';
import { ECHO_MIN_LENGTH, findValues } from './values.js';
import { volatileHeader } from './volatile-headers.js';

export interface WireNormalizerOptions {
  /** Folders of the run. */
  bindings: ReplayPlan['bindings'];
  /** Of the agent profile; those of surface `requests` apply. */
  normalizers?: readonly FieldNormalizer[] | undefined;
  /** Redacted in every text, as in what is recorded. */
  secrets?: Secrets | undefined;
  /** Base URL the agent was handed: it has a fresh port and a fresh path per run. */
  url?: string | undefined;
  counts: Counts;
}

/** A request in the form that is compared and written. */
export interface NormalizedRequest {
  request: WireRequest;
  /** The values of this run behind the tokens that a reply may echo. */
  values: ReadonlyMap<string, string>;
}

/** Makes requests on the wire comparable between runs. */
export interface WireNormalizer {
  /** `minted`: ids of tool calls that came from the provider; they are the same in every run. */
  model: (request: WireRequest, minted: ReadonlySet<string>) => NormalizedRequest;
  plain: (request: PlainRequest) => PlainRequest;
  /** What becomes a token or is redacted in the texts of a reply, one after the other. */
  finds: readonly Find[];
}

/**
 * The normalized form of requests: folders of the run and its base URL become tokens, secrets are redacted, the
 * profile's rules apply, headers that differ per run become tokens, and so do ids of tool calls that the agent minted.
 * A value behind a numbered token is replaced wherever the request holds it. Numbers count within one request, so that
 * the order in which requests arrive says nothing.
 */
export function createWireNormalizer(options: WireNormalizerOptions): WireNormalizer {
  const { counts, secrets = NO_SECRETS, url } = options;
  const paths = createPathNormalizer(options.bindings, counts);
  const text = (value: string): string => {
    if (isBlob(value)) return value;
    const own = url !== undefined && value.includes(url) ? replaceCounted(value, url, counts) : value;
    const normalized = paths(own);
    return redactText(normalized, secrets).text;
  };

  const headersOf = (headers: Readonly<Record<string, string>>, values: Map<string, string>): Record<string, string> => {
    const kept: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (isCredentialHeader(name)) continue;
      const rule = volatileHeader(name);
      if (!rule) kept[name] = text(value);
      else {
        kept[name] = rule.token;
        counts.add(rule.name, rule.reason, Number(value !== rule.token));
        if (rule.isId && value.length >= ECHO_MIN_LENGTH && value !== rule.token) values.set(rule.token, value);
      }
    }
    return kept;
  };

  return {
    finds: [findUrl(url), createPathFinder(options.bindings), (value) => findSecrets(value, secrets)],
    plain: ({ method, path, headers, body }) => ({
      method,
      path: text(withoutCredentials(path)),
      headers: headersOf(headers, new Map()),
      ...(body !== undefined && { body: replaceInStrings(body, text) }),
    }),
    model(raw, minted) {
      const values = new Map<string, string>();
      const copy: WireRequest = {
        ...replaceInStrings({ ...raw, path: withoutCredentials(raw.path) }, text),
        headers: headersOf(raw.headers, values),
      };
      const applyProfile = createFieldNormalizers(options.normalizers, 'requests', counts, (token, value) => {
        if (String(value).length >= ECHO_MIN_LENGTH) values.set(token, String(value));
      });
      applyProfile(copy);
      for (const [id, token] of mintedByAgent(copy, minted)) values.set(token, id);
      return { request: withEchoes(copy, values, counts), values };
    },
  };
}

const NO_SECRETS: Secrets = { canaries: [] };

/** Ids of tool calls that no reply holds, by first sight. */
function mintedByAgent(request: WireRequest, minted: ReadonlySet<string>): Map<string, string> {
  const own = new Map<string, string>();
  for (const { calls } of carriedReplies(request.dialect, request)) {
    for (const { id } of calls) {
      if (id !== undefined && id !== '' && !minted.has(id) && !own.has(id) && !TOKEN.test(id)) own.set(id, `{{call#${own.size + 1}}}`);
    }
  }
  return own;
}

const TOKEN = /^\{\{[\w-]+(?:#\d+)?\}\}$/;

/** Puts the token in place of its value, wherever that stands by itself. */
function withEchoes(request: WireRequest, values: ReadonlyMap<string, string>, counts: Counts): WireRequest {
  if (values.size === 0) return request;
  const find = findValues(values);
  let found = 0;
  const replaced = replaceInStrings(request, (text) =>
    replaceInText(text, () => {
      const places = find(text);
      found += places.length;
      return places;
    }),
  );
  counts.add('late-bound value', ID_REASON, found);
  return replaced;
}

function replaceCounted(text: string, url: string, counts: Counts): string {
  const parts = text.split(url);
  counts.add('provider', 'each run has a fresh port and path for the loopback provider', parts.length - 1);
  return parts.join('{{provider}}');
}

function findUrl(url: string | undefined): Find {
  return (text) => {
    const start = url === undefined ? -1 : text.indexOf(url);
    return start === -1 ? [] : [{ start, end: start + url!.length, text: '{{provider}}' }];
  };
}

/** Base64 and the like: it holds no path, and searching megabytes of it takes long. */
function isBlob(text: string): boolean {
  if (text.length < 4096) return false;
  return text.startsWith('data:') || /^[A-Za-z0-9+/_=-]*$/.test(text.slice(0, 4096));
}
