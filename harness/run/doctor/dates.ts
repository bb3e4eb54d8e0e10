import type { FieldNormalizer, WireRequest } from '../../schema/index.js';

const WORD = '[A-Z][a-z]{2,8}';

/** How prompts word a day. */
const FORMS = [
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`(?:${WORD},? )?${WORD} \d{1,2},? \d{4}`,
  String.raw`(?:${WORD},? )?\d{1,2} ${WORD},? \d{4}`,
  String.raw`\d{1,2}/\d{1,2}/\d{4}`,
  String.raw`\d{1,2}\.\d{1,2}\.\d{4}`,
];

/** Words that stand before it on its line: the more of them, the less else the rule can mean. */
const BEFORE = /[^\d\n{}/\\]{0,40}$/;

/**
 * Rules for today's date in the prompts of model calls. Two runs of the same day agree on it; the scenario would be red
 * tomorrow.
 *
 * @param now the day of the run; the days beside it count too, for the zone that the agent is in
 * @example
 * dateRules([request], new Date()); // [{ path: 'system', pattern: '(?<=Today is )\\d{4}-\\d\\d-\\d\\d', token: '{{date}}', … }]
 */
export function dateRules(requests: readonly WireRequest[], now: Date): FieldNormalizer[] {
  const rules = new Map<string, FieldNormalizer>();
  for (const { system, messages } of requests) {
    walk(system, 'system');
    walk(messages, 'messages');
  }
  return [...rules.values()];

  function walk(value: unknown, path: string): void {
    if (typeof value === 'string') addRules(value, path);
    else if (Array.isArray(value)) for (const item of value) walk(item, `${path}.*`);
    else if (typeof value === 'object' && value !== null) for (const [key, item] of Object.entries(value)) walk(item, `${path}.${key}`);
  }

  function addRules(text: string, path: string): void {
    for (const form of FORMS)
      for (const { 0: found, index } of text.matchAll(new RegExp(`(?<![\\w.-])${form}(?![\\w-])`, 'g'))) {
        if (!isToday(found, now)) continue;
        const [before = ''] = BEFORE.exec(text.slice(0, index)) ?? [];
        const pattern = before.trim() === '' ? form : `(?<=${escaped(before)})${form}`;
        rules.set(`${path} ${pattern}`, {
          name: `date at ${path}: ${before.trim() === '' ? form : before.trim()}`,
          reason: 'the calendar',
          surface: 'requests',
          path,
          token: '{{date}}',
          pattern,
        });
      }
  }
}

const DAY_MS = 86_400_000;

function isToday(text: string, now: Date): boolean {
  const numbers = text.match(/\d+/g)!.map(Number);
  const words = text.match(new RegExp(WORD, 'g'))?.map((word) => word.slice(0, 3)) ?? [];
  return [-1, 0, 1].some((offset) => {
    const [year, month, day] = partsOf(new Date(now.getTime() + offset * DAY_MS));
    return words.length > 0
      ? words.includes(MONTHS[month - 1]!) && sameNumbers(numbers, [year, day])
      : sameNumbers(numbers, [year, month, day]);
  });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const partsOf = (date: Date): [number, number, number] => [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];

/** In whichever order. */
const sameNumbers = (a: readonly number[], b: readonly number[]) =>
  a.toSorted((x, y) => x - y).join(' ') === b.toSorted((x, y) => x - y).join(' ');

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]]/g, String.raw`\$&`);
