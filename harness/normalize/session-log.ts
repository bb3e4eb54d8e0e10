import type { SessionLog, SessionLogEvent } from '../schema/index.js';
import { createPathNormalizer } from './paths.js';
import { createFieldNormalizers } from './profile-fields.js';
import { idsTo, isObject, rewrite, volatileTo, type Rewriting } from './rewrite.js';
import { ID_REASON, RULES, sideRule } from './rules.js';
import type { NormalizeContext } from './frames.js';
import { createTokens } from './tokens.js';

const CLOCK = 'the wall clock';
const PLACE = 'a place in the file: one inserted event would change every later line; checked on the raw log';

/** Where an event points at others by their places, e.g. `messageSeqs`. */
const PLACES_KEY = /^(?:seq|seqs|[a-z]\w*Seqs?)$/;

/**
 * The logical records of a session log: no time, no place, ids as tokens, the bulk of `request/header` as `{{system}}`
 * and `{{tools}}`. The first record is the log's own header. Pass one table of `tokens` for all logs of a run, so that
 * a child's parent can be told.
 *
 * @example
 * normalizeSessionLog(log, { bindings, counts: createCounts() });
 * // [{ type: 'session', version: 0, id: '{{session#1}}', cwd: '{{cwd}}', … }, { type: 'turn/start', data: { turn: 1 } }, …]
 */
export function normalizeSessionLog(log: SessionLog, context: NormalizeContext): Record<string, unknown>[] {
  const { counts } = context;
  const tokens = context.tokens ?? createTokens();
  const how = { text: createPathNormalizer(context.bindings, counts), id: idsTo(tokens, counts), volatile: volatileTo(counts) };
  const applyProfile = createFieldNormalizers(context.normalizers, 'session-log', counts);

  function header(): Record<string, unknown> {
    const { createdAt, id, ...rest } = log.header;
    if (createdAt !== undefined) counts.add('createdAt', CLOCK);
    counts.add('session id', ID_REASON);
    const token = tokens.token('session', id);
    const copy = facts(rest, how) as Record<string, unknown>;
    return Object.fromEntries(
      Object.keys(log.header).flatMap((key) => (key === 'createdAt' ? [] : [[key, key === 'id' ? token : copy[key]]])),
    );
  }

  function event(record: SessionLogEvent): Record<string, unknown> {
    const { seq, time, sourceEventSeqs, data, ...rest } = record;
    if (seq !== undefined) counts.add('seq', PLACE);
    if (time !== undefined) counts.add('time', CLOCK);
    if (sourceEventSeqs !== undefined) counts.add('sourceEventSeqs', PLACE);
    const { type, ...more } = rest;
    const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !PLACES_KEY.test(key) || !counted(key)));
    const copy = { type, data: facts(kept, how), ...(rewrite(more, how) as object) };
    if (type === 'request/header') tokenizeBulk(copy.data);
    return copy;
  }

  function counted(key: string): true {
    counts.add(key, PLACE);
    return true;
  }

  function tokenizeBulk(data: unknown): void {
    if (!isObject(data) || !isObject(data['header'])) return;
    for (const rule of [RULES.system, RULES.tools]) {
      if (!(rule.name in data['header'])) continue;
      counts.add(rule.name, rule.reason);
      data['header'][rule.name] = rule.token;
    }
  }

  const records = [header(), ...log.events.map(event)];
  for (const record of records) applyProfile(record);
  return records;
}

/** The facts of one event: the fields beside `type` may be times, durations or the machine; deeper ones by the schema. */
function facts(data: Record<string, unknown>, how: Required<Rewriting>): unknown {
  const copy = rewrite(data, how) as Record<string, unknown>;
  for (const [key, value] of Object.entries(data)) {
    const rule = sideRule(key, value);
    if (rule && copy[key] !== rule.token) copy[key] = how.volatile(rule);
  }
  return copy;
}
