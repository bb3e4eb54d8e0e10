import { inspect } from './shape.js';
import type { SchemaShapes } from './validators.js';

/** A run has few kinds of messages, and many of each. */
const MOST_REMEMBERED = 1000;

/**
 * Finds fields that a schema does not name. Which these are depends on a value's fields, types and tags alone, so that
 * the answer is remembered by them: fifty thousand chunks are walked once.
 */
export class UnknownFields {
  private readonly tags: ReadonlySet<string>;
  private readonly known = new Map<string, readonly string[]>();

  /** @param tags `tagNames(shapes)`, where it is known already */
  constructor(
    private readonly shapes: SchemaShapes,
    tags: readonly string[] = tagNames(shapes),
  ) {
    this.tags = new Set(tags);
  }

  of(name: string, value: unknown): readonly string[] {
    const key = name + this.signature(value, '');
    let unknown = this.known.get(key);
    if (!unknown) {
      unknown = inspect(this.shapes, name, value).unknown;
      if (this.known.size >= MOST_REMEMBERED) this.known.clear();
      this.known.set(key, unknown);
    }
    return unknown;
  }

  private signature(value: unknown, field: string): string {
    if (typeof value === 'string') return this.tags.has(field) ? JSON.stringify(value) : 's';
    if (Array.isArray(value)) return `[${value.map((item) => this.signature(item, '')).join(',')}]`;
    if (typeof value !== 'object' || value === null) return value === null ? '0' : typeof value;
    let fields = '{';
    for (const [name, item] of Object.entries(value))
      if (name !== '_meta') fields += `${JSON.stringify(name)}:${this.signature(item, name)},`;
    return `${fields}}`;
  }
}

/** Names of fields whose constant tells alternatives apart, anywhere in the schema, each once. */
export function tagNames(shapes: SchemaShapes): string[] {
  return [...new Set(tagsIn(shapes))];
}

function tagsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { properties?: unknown };
  const own =
    typeof properties === 'object' && properties !== null
      ? Object.entries(properties).filter(([, shape]) => Object.hasOwn(Object(shape), 'const'))
      : [];
  return [...own.map(([name]) => name), ...Object.values(value).flatMap(tagsIn)];
}
