import type { Change } from '../../harness/schema/index.js';
import type { FileModel, Line, RecordText } from '../model/types.js';

/** How many items of a fold were opened at its head and at its tail. */
export interface Fold {
  head: number;
  tail: number;
}

/** One thing the diff shows. `weight` guesses its height in rows, until it was drawn. */
export type Unit = { weight: number } & (
  | { kind: 'file'; file: FileModel }
  /** Two pictures side by side; a stop where they differ. */
  | { kind: 'picture'; id: string; file: FileModel }
  | {
      kind: 'record';
      id: string;
      file: string;
      change: 'changed' | 'removed' | 'added' | 'context' | 'equal';
      label: string;
      expected?: number;
      actual?: number;
      fields: Change[];
      text?: RecordText;
    }
  /** A changed record, printed only when it comes into view: `units` gives its head and lines. */
  | { kind: 'pair'; id: string; change: 'changed' | 'removed' | 'added' | 'context'; units: () => Unit[] }
  | { kind: 'fold'; key: string; noun: 'record' | 'line'; hidden: number; moreHead: boolean; moreTail: boolean }
  | { kind: 'equal'; old: number; new: number; line: Line }
  /** Lines of one side against lines of the other. `id` stands where it starts a change of a text file; `quiet` ones are not compared. */
  | { kind: 'change'; id?: string; old: number; new: number; removed: Line[]; added: Line[]; quiet?: boolean }
  | { kind: 'note'; text: string }
  | { kind: 'field'; change: Change; first: boolean }
);

/** Whether a unit is a place where "next change" stops. */
export function isStop(unit: Unit): boolean {
  if (unit.kind === 'picture') return unit.file.kind === 'binary' && unit.file.status === 'changed';
  if (unit.kind === 'pair') return unit.change !== 'context';
  if (unit.kind === 'record') return unit.change !== 'equal' && unit.change !== 'context';
  return unit.kind === 'field' ? unit.first : unit.kind === 'change' && unit.id !== undefined;
}

export function unitId(unit: Unit): string | undefined {
  if (unit.kind === 'record' || unit.kind === 'pair' || unit.kind === 'picture' || unit.kind === 'change') return unit.id;
  return unit.kind === 'field' && unit.first ? fieldId(unit.change) : undefined;
}

function fieldId({ file, actualRecord, expectedRecord }: Change): string {
  return `${file}:${actualRecord ?? `e${expectedRecord ?? 0}`}`;
}

/** The list with its records printed. */
export function printed(units: readonly Unit[]): Unit[] {
  return units.flatMap((unit) => (unit.kind === 'pair' ? unit.units() : [unit]));
}
