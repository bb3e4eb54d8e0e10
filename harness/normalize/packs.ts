import type { FieldNormalizer } from '../schema/index.js';
import { KEEPS_WHICH, RULES, type VolatileRule } from './rules.js';

const DEFAULT_RULES = ['time', 'duration', 'trace', 'pid', 'port', 'host', 'user', 'agentVersion', 'clientVersion'] as const;

/**
 * The volatile fields that are normalized of every agent. They apply as long as a profile's `normalizers` name none of
 * them; a list that names some applies these alone. Ids and folders of the run are always tokens, for replay needs them.
 *
 * @example
 * normalizers: [...defaults, timestampsAt('params.update._meta.started', 'the clock')]
 * normalizers: defaults.filter(({ name }) => name !== 'duration') // durations are compared as they are
 */
export const defaults: readonly FieldNormalizer[] = DEFAULT_RULES.map((key) => {
  const { name, reason, token } = RULES[key];
  return { name, reason, token, surface: 'every', path: '' };
});

type Place = { readonly surface?: Exclude<FieldNormalizer['surface'], 'every'> };

/**
 * A field that holds a time: `{{time}}` stands in its place.
 *
 * @param path in the frame, log event or request, e.g. `params.update.content.*.startedAt`; `*` is any key or index
 * @param reason why it differs from run to run, as the report prints it
 */
export function timestampsAt(path: string, reason: string, { surface = 'transcript' }: Place = {}): FieldNormalizer {
  return { name: `time at ${path}`, reason, surface, path, token: RULES.time.token };
}

/**
 * A field that holds an id: first-seen numbers stand in its place, `{{build#1}}`, so that which is which still shows.
 *
 * @param kind what is numbered, a word of small letters; fields of one kind share their numbers within a file
 * @example
 * idsAt('params.update._meta.buildId', 'build', 'builds are named at random')
 */
export function idsAt(path: string, kind: string, reason: string, { surface = 'transcript' }: Place = {}): FieldNormalizer {
  return { name: `${kind} id`, reason: `${reason}; ${KEEPS_WHICH}`, surface, path, token: `{{${kind}}}`, numbered: true };
}

/**
 * A part of a text: only what the pattern matches inside the strings at the path is replaced, e.g. the date in a system
 * prompt.
 *
 * @param pattern a regular expression
 * @param token what stands in its place, e.g. `{{date}}`; empty, with a name of its own, where only some runs have the part
 * @example
 * textAt('system', String.raw`Today's date: \d{4}-\d\d-\d\d`, '{{date}}', 'the calendar', { surface: 'requests' })
 */
export function textAt(
  path: string,
  pattern: string,
  token: string,
  reason: string,
  { surface = 'requests', name = `${token.replaceAll(/[{}]/g, '')} at ${path}` }: Place & { readonly name?: string } = {},
): FieldNormalizer {
  return { name, reason, surface, path, pattern, token };
}

/** Whether a rule of every agent applies, as a profile's list says. */
export function createRuleFilter(normalizers: readonly FieldNormalizer[] | undefined): (rule: VolatileRule) => boolean {
  const named = (normalizers ?? []).filter(({ surface }) => surface === 'every');
  if (named.length === 0) return () => true;
  const names = new Set(named.map(({ name }) => name));
  return ({ name }) => names.has(name);
}
