import type { AsideRecords, FieldNormalizer, ReplayPlan } from '../schema/index.js';
import type { Counts } from './counts.js';
import { replaceInPieces } from '../replay/pieces.js';
import { createCountedPathFinder, createPathNormalizer } from './paths.js';

import { createRuleFilter } from './packs.js';
import { createFieldNormalizers } from './profile-fields.js';
import { idsTo, isObject, rewrite, volatileTo, type Rewriting } from './rewrite.js';
import { RULES, type VolatileRule } from './rules.js';
import { createTokens, type Tokens } from './tokens.js';

export type Side = 'agent' | 'client';
export type Frame = Readonly<Record<string, unknown>>;

/** What normalizing needs to know of a run. */
export interface NormalizeContext {
  readonly bindings: ReplayPlan['bindings'];
  readonly counts: Counts;
  readonly normalizers?: readonly FieldNormalizer[] | undefined;
  /** Records of a log in another form whose place is timing. */
  readonly aside?: readonly AsideRecords[] | undefined;
  /** Shared where several files number their ids together; fresh where absent. */
  readonly tokens?: Tokens | undefined;
}

/**
 * What is normalized of a frame: `text` is paths in every string; `fields` times, versions and the profile's fields;
 * `ids` the protocol's ids, JSON-RPC ids per direction; `blank` the same, but without numbers: for sorting, not for files.
 */
export type Part = 'text' | 'fields' | 'ids' | 'blank';

export interface FrameNormalizer {
  /** A normalized copy; all parts where none are named. */
  frame(frame: Frame, from: Side, parts?: readonly Part[]): Record<string, unknown>;
  /** Ids that stand in a frame, in order, of every kind but the session's; equal texts are the same id. Nothing is counted. */
  ids(frame: Frame, from: Side): string[];
  /** Paths in text that is no frame. */
  text(text: string): string;
  /** Paths in a text that came in pieces, also where one is split over several; as many pieces as before. */
  pieces(pieces: readonly string[]): string[];
}

/**
 * Normalizes JSON-RPC frames: by field, never by the look of a text.
 *
 * @example
 * const normalizer = createFrameNormalizer({ bindings, counts: createCounts() });
 * normalizer.frame({ jsonrpc: '2.0', id: 4, method: 'session/prompt', params: { sessionId: 'a1', prompt: [] } }, 'client');
 * // { jsonrpc: '2.0', id: '{{client-request#1}}', method: 'session/prompt', params: { sessionId: '{{session#1}}', prompt: [] } }
 */
export function createFrameNormalizer(context: NormalizeContext): FrameNormalizer {
  const { counts } = context;
  const tokens = context.tokens ?? createTokens();
  const text = createPathNormalizer(context.bindings, counts);
  const find = createCountedPathFinder(context.bindings, counts);
  const applyProfile = createFieldNormalizers(context.normalizers, 'transcript', counts);
  const rewritings: Record<Part, Rewriting> = {
    text: { text },
    fields: { volatile: volatileTo(counts, createRuleFilter(context.normalizers)) },
    ids: { id: idsTo(tokens, counts) },
    blank: { id: (kind) => `{{${kind}}}` },
  };

  function apply(frame: Frame, from: Side, how: Rewriting): Record<string, unknown> {
    const { id, ...rest } = frame;
    const copy = rewrite(rest, how) as Record<string, unknown>;
    // The request id stays where it was sent: key order is part of what strict compares.
    const placed = 'id' in frame ? Object.fromEntries(Object.keys(frame).map((key) => [key, key === 'id' ? id : copy[key]])) : copy;
    if (how.id && 'id' in frame) placed['id'] = requestId(how.id, requestSide(frame, from), id);
    if (how.id && isObject(placed['params']) && 'requestId' in placed['params']) {
      const side = frame['method'] === '$/cancel_request' ? from : other(from);
      placed['params']['requestId'] = requestId(how.id, side, placed['params']['requestId']);
    }
    if (how.volatile) {
      replaceVersion(placed['result'], 'agentInfo', RULES.agentVersion, how.volatile);
      replaceVersion(placed['params'], 'clientInfo', RULES.clientVersion, how.volatile);
      applyProfile(placed);
    }
    return placed;
  }

  return {
    frame: (frame, from, parts = ['fields', 'text', 'ids']) =>
      apply(frame, from, Object.assign({}, ...parts.map((part) => rewritings[part]))),
    ids: (frame, from) => {
      const found: string[] = [];
      const note: NonNullable<Rewriting['id']> = (kind, value) => {
        if (kind !== 'session') found.push(`${kind} ${typeof value} ${value}`);
        return value;
      };
      apply(frame, from, { id: note });
      return found;
    },
    text,
    pieces: (pieces) => replaceInPieces(pieces, find),
  };
}

const other = (side: Side): Side => (side === 'agent' ? 'client' : 'agent');

function requestId(token: NonNullable<Rewriting['id']>, side: Side, id: unknown): unknown {
  return typeof id === 'string' || typeof id === 'number' ? token(`${side}-request`, id) : id;
}

/** Whose request an id belongs to: an answer carries the id of the other side's request. */
function requestSide(frame: Frame, from: Side): Side {
  return 'method' in frame ? from : other(from);
}

function replaceVersion(owner: unknown, key: string, rule: VolatileRule, token: (rule: VolatileRule) => string | undefined): void {
  if (!isObject(owner) || !isObject(owner[key]) || typeof owner[key]['version'] !== 'string') return;
  owner[key]['version'] = token(rule) ?? owner[key]['version'];
}
