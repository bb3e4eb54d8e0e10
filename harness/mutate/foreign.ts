import { asideKind, createCounts, looksMinted, normalizeForeignLogs } from '../normalize/index.js';
import type { Capture, CaptureContext } from './capture.js';
import type { Mutation } from './mutation.js';

/** Logs in a form of the agent's own, decoded. */
export type ForeignLogs = NonNullable<Capture['sessionLogs']>;

/** The logs with other records for one of them. */
export function withForeignRecords(capture: Capture, file: number, change: (records: readonly unknown[]) => readonly unknown[]): Capture {
  const { sessionLogs } = capture;
  const log = sessionLogs?.logs[file];
  if (!sessionLogs || !log) return capture;
  return { ...capture, sessionLogs: { ...sessionLogs, logs: sessionLogs.logs.with(file, { ...log, records: change(log.records) }) } };
}

const NUMBERED = /(\{\{[a-z-]+)#\d+(?=\}\})/g;

/** Records of a log in a form of its own that moved, are lost or stand twice. Nothing of its form is known: any order is a fact. */
export function foreignRecordMutations(capture: Capture, { normalizers, aside }: CaptureContext): Mutation[] {
  const logs = capture.sessionLogs?.logs ?? [];
  const kindOf = (record: unknown): number => asideKind(record, aside?.records ?? []);
  // Without the profile's list each record stays in its place.
  const normalized = normalizeForeignLogs(logs, { bindings: capture.bindings, counts: createCounts(), normalizers });
  return logs.flatMap(({ records }, file) => {
    // With numbers blanked: which of two records that differ in their ids alone comes first is no fact.
    const blank = normalized[file]!.map((record) => JSON.stringify(record).replaceAll(NUMBERED, '$1'));
    const edit = (kind: string, index: number, change: (list: readonly unknown[]) => readonly unknown[]): Mutation => ({
      kind,
      part: 'foreign',
      where: `foreign log ${file + 1} record ${index + 1}`,
      apply: (changed) => withForeignRecords(changed, file, change),
    });
    const swap = (index: number): Mutation => ({
      ...edit('order', index, (list) => list.with(index, list[index + 1]).with(index + 1, list[index])),
      ...(kindOf(records[index]) !== kindOf(records[index + 1]) && { loss: 'the place of records that stand aside' }),
    });
    return records.flatMap((record, index) => {
      const isOnce = aside?.records?.[kindOf(record)]?.once === true;
      const again = 'how often the same record stands aside';
      const isAgain = isOnce && records.some((other, at) => at !== index && JSON.stringify(other) === JSON.stringify(record));
      return [
        ...(index + 1 < records.length && blank[index] !== blank[index + 1] ? [swap(index)] : []),
        { ...edit('dropped', index, (list) => list.toSpliced(index, 1)), ...(isAgain && { loss: again }) },
        { ...edit('doubled', index, (list) => list.toSpliced(index, 0, record)), ...(isOnce && { loss: again }) },
      ];
    });
  });
}

/** Whether an id is told from any other text of a log, so that it can be renamed wherever it stands. */
export const isRenamable = (value: unknown): value is string => typeof value === 'string' && looksMinted(value);

/** The next of each digit: another id of the same look. */
export const otherDigits = (text: string): string => text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));

/** The logs with one id renamed in every text: that it is the same one everywhere is a fact. */
export function renameInForeignLogs(capture: Capture, was: string): Capture {
  if (!capture.sessionLogs) return capture;
  const text = JSON.stringify(capture.sessionLogs).replaceAll(was, otherDigits(was));
  return { ...capture, sessionLogs: JSON.parse(text) as ForeignLogs };
}
