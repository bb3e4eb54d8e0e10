import { finding, type Finding } from './rules.js';
import { isRepaired } from './shape.js';
import type { SchemaShapes, ValidatorError } from './validators.js';

/** Says what is wrong with a value: one finding, an error unless a receiver repairs every faulty place. */
export function complaint(
  index: number,
  what: string,
  errors: readonly ValidatorError[],
  repaired: ReadonlySet<string>,
  tags: ReadonlySet<string>,
): Finding {
  const unstable = errors.find(
    ({ keyword, params }) => keyword === 'discriminator' && tags.has(`${String(params['tag'])}=${String(params['tagValue'])}`),
  );
  if (unstable) {
    const { tag, tagValue } = unstable.params;
    return finding(
      'unstable-field',
      index,
      `${what}: ${unstable.instancePath} ${String(tag)} ${JSON.stringify(tagValue)} is not stable yet`,
    );
  }
  const hard = errors.filter(({ instancePath }) => !isRepaired(instancePath, repaired));
  const rule = hard.length > 0 ? 'schema' : 'schema-lenient';
  return finding(rule, index, `${what}: ${describe(hard.length > 0 ? hard : errors)}`);
}

const MOST_PLACES = 3;

/** The first few places with what is asked there; alternatives of one place are named together. */
function describe(errors: readonly ValidatorError[]): string {
  const places = [...new Set(errors.map(({ instancePath }) => instancePath))];
  const texts = places
    .slice(0, MOST_PLACES)
    .map((path) => `${path}${path && ' '}${asked(errors.filter(({ instancePath }) => instancePath === path))}`);
  return texts.join('; ') + (places.length > MOST_PLACES ? `; and ${places.length - MOST_PLACES} more` : '');
}

/** Each alternative of a value has a constant; where the value is of another type, each complains of the type as well. */
function asked(errors: readonly ValidatorError[]): string {
  const values = errors.flatMap(({ keyword, params }) => (keyword === 'const' ? [params['allowedValue']] : []));
  const types = errors.filter(({ keyword }) => keyword === 'type');
  if (values.length > Math.max(1, types.length)) return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const [first] = types.length > 0 ? types : errors;
  return first!.message ?? first!.keyword;
}

/** Tags that the unstable schema knows, such as `sessionUpdate=subagent_update`. Those that the stable one knows too never fail there. */
export function unstableTags(unstable: SchemaShapes): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const { oneOf } of Object.values(unstable)) {
    for (const { properties } of oneOf ?? []) {
      for (const [name, property] of Object.entries(properties ?? {}))
        if (property !== true && typeof property.const === 'string') tags.add(`${name}=${property.const}`);
    }
  }
  return tags;
}
