import type { FieldNormalizer, ReplayPlan } from '../schema/index.js';
import type { Counts } from './counts.js';
import { createPathNormalizer } from './paths.js';
import { createFieldNormalizers } from './profile-fields.js';
import { idsTo, isObject, rewrite, volatileTo, type Rewriting } from './rewrite.js';
import { ID_REASON, RULES, type VolatileRule } from './rules.js';
import { createTokens, type TokenKind, type Tokens } from './tokens.js';

export type Side = 'agent' | 'client';
export type Frame = Readonly<Record<string, unknown>>;

/** What normalizing needs to know of a run. */
export interface NormalizeContext {
  readonly bindings: ReplayPlan['bindings'];
  readonly counts: Counts;
  readonly normalizers?: readonly FieldNormalizer[] | undefined;
  /** Shared where several files number their ids together; fresh where absent. */
  readonly tokens?: Tokens | undefined;
}

export interface FrameNormalizer {
  /** Paths, times, versions and the profile's fields; ids stay as sent. */
  values(frame: Frame, from: Side): Record<string, unknown>;
  /** Ids to first-seen tokens, JSON-RPC ids per direction. */
  ids(frame: Frame, from: Side): Record<string, unknown>;
  /** Both, in one walk. */
  all(frame: Frame, from: Side): Record<string, unknown>;
  /** Paths in text that is no frame. */
  text(text: string): string;
  /** The token of an id outside a frame. */
  token(kind: TokenKind, value: string | number): string;
}

/**
 * Normalizes JSON-RPC frames: by field, never by the look of a text.
 *
 * @example
 * const normalizer = createFrameNormalizer({ bindings, counts: createCounts() });
 * normalizer.all({ jsonrpc: '2.0', id: 4, method: 'session/prompt', params: { sessionId: 'a1', prompt: [] } }, 'client');
 * // { jsonrpc: '2.0', id: '{{client-request#1}}', method: 'session/prompt', params: { sessionId: '{{session#1}}', prompt: [] } }
 */
export function createFrameNormalizer(context: NormalizeContext): FrameNormalizer {
  const { counts } = context;
  const tokens = context.tokens ?? createTokens();
  const text = createPathNormalizer(context.bindings, counts);
  const applyProfile = createFieldNormalizers(context.normalizers, 'transcript', counts);
  const values: Rewriting = { text, volatile: volatileTo(counts) };
  const ids: Rewriting = { id: idsTo(tokens, counts) };

  function requestToken(side: Side, id: unknown): unknown {
    if (typeof id !== 'string' && typeof id !== 'number') return id;
    counts.add(`${side} request id`, ID_REASON);
    return tokens.token(`${side}-request`, id);
  }

  function apply(frame: Frame, from: Side, how: Rewriting): Record<string, unknown> {
    const { id, ...rest } = frame;
    const copy = rewrite(rest, how) as Record<string, unknown>;
    // The request id stays where it was sent: key order is part of what strict compares.
    const placed = 'id' in frame ? Object.fromEntries(Object.keys(frame).map((key) => [key, key === 'id' ? id : copy[key]])) : copy;
    if (how.id && 'id' in frame) placed['id'] = requestToken(requestSide(frame, from), id);
    if (how.id && isObject(placed['params']) && 'requestId' in placed['params']) {
      placed['params']['requestId'] = requestToken(frame['method'] === '$/cancel_request' ? from : other(from), placed['params']['requestId']);
    }
    if (how.volatile) {
      replaceVersion(placed['result'], 'agentInfo', RULES.agentVersion, how.volatile);
      replaceVersion(placed['params'], 'clientInfo', RULES.clientVersion, how.volatile);
      applyProfile(placed);
    }
    return placed;
  }

  return {
    values: (frame, from) => apply(frame, from, values),
    ids: (frame, from) => apply(frame, from, ids),
    all: (frame, from) => apply(frame, from, { ...values, ...ids }),
    text,
    token: (kind, value) => tokens.token(kind, value),
  };
}

const other = (side: Side): Side => (side === 'agent' ? 'client' : 'agent');

/** Whose request an id belongs to: an answer carries the id of the other side's request. */
function requestSide(frame: Frame, from: Side): Side {
  return 'method' in frame ? from : other(from);
}

function replaceVersion(owner: unknown, key: string, rule: VolatileRule, token: (rule: VolatileRule) => string): void {
  if (isObject(owner) && isObject(owner[key]) && typeof owner[key]['version'] === 'string') owner[key]['version'] = token(rule);
}
