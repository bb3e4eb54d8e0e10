import type { SchemaShapes, Shape } from './validators.js';

/** What a value looks like to its schema, beside being valid. Paths are JSON pointers. */
export interface Inspection {
  /** Fields that the schema does not name, `_meta` excepted. */
  unknown: string[];
  /** Places whose faults a receiver has to repair: by a default, or by leaving the item out. */
  repaired: Set<string>;
}

/** Walks a value along its schema. A schema of alternatives is followed where its tags and types fit the value. */
export function inspect(shapes: SchemaShapes, name: string, value: unknown): Inspection {
  const inspection: Inspection = { unknown: [], repaired: new Set() };
  new Walk(shapes, inspection).visit([shapes[name] ?? {}], value, '');
  return inspection;
}

/** Whether a fault at this path lies within a repaired place. */
export function isRepaired(path: string, repaired: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (repaired.has(at)) return true;
  return false;
}

class Walk {
  constructor(
    private readonly shapes: SchemaShapes,
    private readonly inspection: Inspection,
  ) {}

  visit(shapes: readonly Shape[], value: unknown, path: string): void {
    const facets = shapes.flatMap((shape) => this.facetsOf(shape, value));
    if (shapes.some((shape) => shape['x-deserialize-default-on-error'] || (value === null && shape['x-deserialize-default-on-null']))) {
      this.inspection.repaired.add(path);
    }
    if (Array.isArray(value)) this.visitItems(facets, value, path);
    else if (typeof value === 'object' && value !== null) this.visitFields(facets, value as Record<string, unknown>, path);
  }

  private visitItems(facets: readonly Shape[], items: readonly unknown[], path: string): void {
    const shapes = facets.flatMap(({ items: item }) => (typeof item === 'object' ? [item] : []));
    const skipsInvalid = facets.some((facet) => facet['x-deserialize-skip-invalid-items']);
    for (const [index, item] of items.entries()) {
      if (skipsInvalid) this.inspection.repaired.add(`${path}/${index}`);
      if (shapes.length > 0) this.visit(shapes, item, `${path}/${index}`);
    }
  }

  private visitFields(facets: readonly Shape[], value: Record<string, unknown>, path: string): void {
    const typed = facets.some(({ properties }) => properties !== undefined);
    const open = !typed || facets.some((facet) => facet.unevaluatedProperties === true || facet.additionalProperties === true);
    const others = facets.flatMap(({ additionalProperties }) => (typeof additionalProperties === 'object' ? [additionalProperties] : []));
    for (const [name, field] of Object.entries(value)) {
      if (name === '_meta') continue;
      const fieldPath = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const named = facets.flatMap(({ properties }) => (properties && Object.hasOwn(properties, name) ? [properties[name]!] : []));
      if (named.length > 0)
        this.visit(
          named.map((shape) => (shape === true ? {} : shape)),
          field,
          fieldPath,
        );
      else if (others.length > 0) this.visit(others, field, fieldPath);
      else if (!open) this.inspection.unknown.push(fieldPath);
    }
  }

  /** The schema and all that it is made of, as far as they fit the value. */
  private facetsOf(shape: Shape, value: unknown): Shape[] {
    const parts = [shape];
    if (shape.$ref) parts.push(...this.facetsOf(this.resolve(shape.$ref), value));
    for (const part of shape.allOf ?? []) parts.push(...this.facetsOf(part, value));
    for (const part of [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])])
      if (this.fits(part, value)) parts.push(...this.facetsOf(part, value));
    return parts;
  }

  private fits(shape: Shape, value: unknown): boolean {
    if (shape.$ref && !this.fits(this.resolve(shape.$ref), value)) return false;
    if (shape.type && ![shape.type].flat().some((type) => isOfType(type, value))) return false;
    if (!(shape.allOf ?? []).every((part) => this.fits(part, value))) return false;
    const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    return Object.entries(shape.properties ?? {}).every(
      ([name, property]) => property === true || property.const === undefined || property.const === fields[name],
    );
  }

  private resolve(ref: string): Shape {
    return this.shapes[ref.replace('#/$defs/', '')] ?? {};
  }
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return typeof value === type;
}
