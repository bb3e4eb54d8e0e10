import { volatilityOf } from '../normalize/index.js';
import { withRecord, type Capture, type CaptureContext, type CaptureRecord } from './capture.js';
import type { ClassedLeaf } from './classify.js';
import { replaceAt } from './leaves.js';
import { leafKind, placeOf, type Mutation } from './mutation.js';
import { recordMutations } from './records.js';

/** Another value of the same type: never one that a normalizer would take for the old one. */
export function otherValue(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return `${value}~`;
    case 'number':
      return value + 1;
    case 'boolean':
      return !value;
    default:
      // Only empty containers are leaves.
      return Array.isArray(value) ? ['added'] : value === null ? 'not null' : { added: true };
  }
}

/** Every change that the suite has to catch: each semantic leaf, each id by another of its kind, each record moved, lost or doubled. */
export function semanticMutations(capture: Capture, leaves: readonly ClassedLeaf[], context: CaptureContext): Mutation[] {
  return [
    ...leaves.filter((leaf) => leaf.class === 'semantic').map(valueMutation),
    ...idMutations(leaves),
    ...recordMutations(capture, leaves, context),
  ];
}

const replace = (record: CaptureRecord, leaf: ClassedLeaf, value: unknown): Mutation['apply'] => {
  return (capture) => withRecord(capture, record, replaceAt(record.value, leaf.path, value));
};

function valueMutation(leaf: ClassedLeaf): Mutation {
  const { record, path, value } = leaf;
  return { kind: leafKind(record, path), part: record.part, where: placeOf(record, path), apply: replace(record, leaf, otherValue(value)) };
}

const REQUEST_ID = /^\{\{[a-z-]+#\d+\}\}$/;

/** The kind of id that a leaf holds. The provider writes requests down with their ids numbered already. */
function idKindOf({ record, touch, value, class: leafClass }: ClassedLeaf): string | undefined {
  if (leafClass === 'volatile') return touch?.by.find((by) => by.name.endsWith(' id') && volatilityOf(by) === 'renamed')?.name;
  return record.part === 'requests' && typeof value === 'string' && REQUEST_ID.test(value) ? 'call id' : undefined;
}

function idMutations(leaves: readonly ClassedLeaf[]): Mutation[] {
  const ids = leaves.flatMap((leaf) => {
    const kind = idKindOf(leaf);
    return kind === undefined ? [] : [{ leaf, group: `${leaf.record.part} ${kind}` }];
  });
  const values = new Map<string, Set<unknown>>();
  for (const { leaf, group } of ids) values.set(group, (values.get(group) ?? new Set()).add(leaf.value));
  return ids.flatMap(({ leaf, group }): Mutation[] => {
    const other = [...values.get(group)!].find((value) => value !== leaf.value);
    if (other === undefined) return [];
    const { record, path } = leaf;
    return [{ kind: 'id', part: record.part, where: placeOf(record, path), apply: replace(record, leaf, other) }];
  });
}
