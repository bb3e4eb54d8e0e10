import type { SessionLog, SessionLogEvent } from '../schema/index.js';
import { createRuleFilter } from './packs.js';
import { createPathNormalizer } from './paths.js';
import { createFieldNormalizers } from './profile-fields.js';
import { idsTo, isObject, rewriteField, volatileTo, type Rewriting } from './rewrite.js';
import { RULES, sideRule } from './rules.js';
import type { NormalizeContext } from './frames.js';
import { createTokens } from './tokens.js';

const CLOCK = 'the wall clock';
export const PLACE = 'a place in the file: one inserted event would change every later line; checked on the raw log';

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
  const how = {
    text: createPathNormalizer(context.bindings, counts),
    id: idsTo(tokens, counts),
    volatile: volatileTo(counts, createRuleFilter(context.normalizers)),
  };
  const applyProfile = createFieldNormalizers(context.normalizers, 'session-log', counts);

  function header(): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(log.header)) {
      if (key === 'createdAt') counts.add(key, CLOCK);
      else if (key === 'id') copy[key] = how.id('session', log.header.id);
      else copy[key] = rewriteFact(key, log.header, how);
    }
    return copy;
  }

  // One pass over the fields: logs of 50,000 events are read in every run.
  function event(record: SessionLogEvent): Record<string, unknown> {
    const copy: Record<string, unknown> = { type: record.type, data: {} };
    for (const key of Object.keys(record)) {
      if (key === 'time') counts.add(key, CLOCK);
      else if (key === 'seq' || key === 'sourceEventSeqs') counts.add(key, PLACE);
      else if (key === 'data') copy['data'] = facts(record.data);
      else if (key !== 'type') copy[key] = rewriteField(key, record, how, 'schema');
    }
    if (record.type === 'request/header') tokenizeBulk(copy['data']);
    return copy;
  }

  function facts(data: Record<string, unknown>): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(data)) {
      if (PLACES_KEY.test(key)) counts.add(key, PLACE);
      else copy[key] = rewriteFact(key, data, how);
    }
    return copy;
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

/** A fact of an event, beside its `type`: it may be a time, a duration or the machine; deeper fields go by the schema. */
function rewriteFact(key: string, facts: Record<string, unknown>, how: Required<Rewriting>): unknown {
  const rule = sideRule(key, facts[key]);
  const token = rule && how.volatile(rule);
  return token ?? rewriteField(key, facts, how, 'schema');
}
