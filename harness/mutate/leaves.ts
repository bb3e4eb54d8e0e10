/** Where a leaf stands in a JSON value: keys and indices from the top. */
export type Path = readonly (string | number)[];

/** A value that holds no other: a scalar, or an empty object or array. */
export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

type Container = Record<string | number, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/**
 * Every leaf of a JSON value, in order. The leaves of a value say all of it: changing each once leaves nothing out.
 *
 * @example
 * leavesOf({ a: [1, {}], b: 'x' }).map(({ path }) => fieldText(path)); // ['a[*]', 'a[*]', 'b']
 */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (!isContainer(value)) return [{ path, value }];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => leavesOf(value[key], [...path, key]));
}

/** A copy with another value at a path that exists. What lies beside the path is shared with the original. */
export function replaceAt(value: unknown, path: Path, next: unknown): unknown {
  return edit(value, path, (owner, key) => (owner[key] = next));
}

/** A copy without the field at a path. In an array `null` stands in its place, so that its neighbours keep theirs. */
export function removeAt(value: unknown, path: Path): unknown {
  return edit(value, path, (owner, key) => {
    if (Array.isArray(owner)) owner[key as number] = null;
    else delete owner[key];
  });
}

function edit(value: unknown, path: Path, change: (owner: Container, key: string | number) => void): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    const top: Container = { '': value };
    change(top, '');
    return top[''];
  }
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Container;
  if (rest.length === 0) change(copy, key);
  else copy[key] = edit(copy[key], rest, change);
  return copy;
}

/** `params.update.content[2].text`: one leaf of one record. */
export function pathText(path: Path): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

/** `params.update.content[*].text`: the field, whichever place of its array it stands at. */
export function fieldText(path: Path): string {
  return pathText(path).replaceAll(/\[\d+\]/g, '[*]');
}
