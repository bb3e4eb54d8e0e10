/** Which fields of a foreign log hold an id that was minted, told by the name of the field and the look of the value. */

/** `parentUuid`, `turn_id`, `providerID` → small words. */
export function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

const ID_WORDS: ReadonlySet<string> = new Set(['id', 'ids', 'uuid', 'uid', 'guid', 'ulid']);
/** What they identify is chosen and not minted, whatever its name looks like. */
const CHOSEN: ReadonlySet<string> = new Set(['model', 'provider', 'mode', 'option', 'tool', 'command']);
/** Says whose id it is, not of what kind: a parent's id is of its child's kind. */
const RELATION: ReadonlySet<string> = new Set(['parent', 'root', 'source', 'previous', 'prev', 'next', 'last', 'first', 'leaf', 'child']);

/** The kind of id that stands under a key, e.g. `turn` under `turn_id`, `uuid` under `parentUuid`; undefined where it holds none. */
export function mintedKind(key: string): string | undefined {
  const words = wordsOf(key);
  const last = words.at(-1);
  if (last === undefined || !ID_WORDS.has(last)) return undefined;
  const owner = words.at(-2);
  if (owner === undefined || RELATION.has(owner)) return last === 'ids' ? 'id' : last;
  return CHOSEN.has(owner) ? undefined : owner;
}

/** Alone, or behind a prefix as in `call_…`. */
const UUID = /^(?:[\w.:]{1,24}[_.:-])?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Whether a value was minted at random or by the clock: a UUID, a long run of letters and digits behind a short prefix
 * (`ses_…`, `toolu_…`), or a text with the milliseconds of a clock in it. A name such as `build` or `call_fixed_1` was not.
 */
export function looksMinted(value: string): boolean {
  if (UUID.test(value) || /^[\w.:-]*\d{12}[\w.:-]*$/.test(value)) return true;
  const run = /^(?:[A-Za-z]{1,12}[_-])*([\dA-Za-z]{10,})$/.exec(value)?.[1];
  if (run !== undefined) return /\d/.test(run) || run.length >= 16;
  return /^[\w-]{16,}$/.test(value) && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Where an id may stand inside a text: a whole run of its letters, or a UUID within one, as in the name of a file. */
export const ID_IN_TEXT = /[\dA-Za-z][\w-]{9,}/g;
export const UUID_IN_TEXT = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
