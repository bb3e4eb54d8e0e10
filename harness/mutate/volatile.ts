import { volatilityOf } from '../normalize/index.js';
import { withRecord, type Capture, type CaptureRecord } from './capture.js';
import type { ClassedLeaf } from './classify.js';
import { isRenamable, otherDigits, renameInForeignLogs } from './foreign.js';
import { replaceAt } from './leaves.js';
import { placeOf, type Mutation } from './mutation.js';

/** One change that the suite has to let pass, and how many leaves it changes. */
export interface VolatileMutation extends Mutation {
  readonly leaves: number;
}

const FOLDERS = ['cwd', 'home', 'tmp'] as const;

/**
 * Every volatile leaf changed. A value that is only renamed (an id, a folder) is renamed everywhere, for that it is the
 * same one everywhere is a fact; any other leaf is changed alone.
 */
export function volatileMutations(capture: Capture, leaves: readonly ClassedLeaf[]): VolatileMutation[] {
  const renamed = new Map<string, { kind: string; members: ClassedLeaf[] }>();
  const alone: VolatileMutation[] = [];
  const folders = new Map<string, number>();
  const inLogs = new Map<string, VolatileMutation>();
  for (const leaf of leaves) {
    if (leaf.patterns) alone.push(...patternMutation(leaf));
    if (!leaf.touch || (leaf.class === 'semantic' && !isFolder(leaf))) continue;
    // What is not compared, such as the client's rows, is renamed with the rest: answers have to find their requests.
    const id = leaf.touch.by.find((by) => volatilityOf(by) === 'renamed' && by.name.endsWith(' id'));
    if (id && leaf.record.part === 'foreign' && isRenamable(leaf.value)) {
      const known = inLogs.get(leaf.value);
      inLogs.set(leaf.value, { ...(known ?? renameInLogs(id.name, leaf)), leaves: (known?.leaves ?? 0) + 1 });
    } else if (id) {
      const key = `${leaf.record.part === 'foreign' ? 'foreign ' : ''}${id.name} ${JSON.stringify(leaf.value)}`;
      const known = renamed.get(key);
      if (known) known.members.push(leaf);
      else renamed.set(key, { kind: id.name, members: [leaf] });
    } else if (isFolder(leaf)) for (const { name } of leaf.touch.by) folders.set(name, (folders.get(name) ?? 0) + 1);
    else if (leaf.class === 'volatile') alone.push(freeMutation(leaf));
  }
  return [
    ...[...renamed.values()].filter(({ members }) => members.some((leaf) => leaf.class === 'volatile')).map(renameMutation),
    ...inLogs.values(),
    ...FOLDERS.flatMap((name) => (folders.has(name) ? [folderMutation(capture, name, folders.get(name)!)] : [])),
    ...alone,
  ];
}

const isFolder = ({ touch }: ClassedLeaf): boolean => touch!.by.every(({ name }) => (FOLDERS as readonly string[]).includes(name));

/** Another value that the same rule takes for a volatile one. */
export function otherVolatile(value: unknown): unknown {
  if (typeof value === 'number') return value + 1_000;
  if (typeof value !== 'string') return value;
  const time = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time + 86_400_000).toISOString();
  return /^\d{10,}$/.test(value) ? String(BigInt(value) + 1_000n) : `${value}0`;
}

/** A log repeats its ids in texts and names of files. */
function renameInLogs(kind: string, { record, path, value }: ClassedLeaf): VolatileMutation {
  return {
    kind,
    part: 'foreign',
    where: `${placeOf(record, path)} and all that is the same`,
    leaves: 0,
    apply: (capture) => renameInForeignLogs(capture, String(value)),
  };
}

/** What a rule takes out of a text, with other digits. */
function patternMutation(leaf: ClassedLeaf): VolatileMutation[] {
  const { record, path, value, touch, patterns = [] } = leaf;
  const next = patterns.reduce((text, pattern) => text.replaceAll(new RegExp(pattern, 'gu'), otherDigits), String(value));
  if (next === value) return [];
  const kind = touch!.by.map(({ name }) => name).join(', ');
  return [
    {
      kind,
      part: record.part,
      where: placeOf(record, path),
      leaves: 1,
      apply: (capture) => withRecord(capture, record, replaceAt(record.value, path, next)),
    },
  ];
}

function freeMutation(leaf: ClassedLeaf): VolatileMutation {
  const { record, path, value, touch } = leaf;
  const place = { kind: touch!.by.map(({ name }) => name).join(', '), part: record.part, where: placeOf(record, path), leaves: 1 };
  if (record.part === 'log' && record.index >= 0 && path.length === 1 && path[0] === 'time') return { ...place, apply: laterFrom(record) };
  // The log began before its first event.
  const next = record.part === 'log' && path[0] === 'createdAt' ? Number(value) - 1_000 : otherVolatile(value);
  return { ...place, apply: (capture) => withRecord(capture, record, replaceAt(record.value, path, next)) };
}

/** From one event on the clock shows more: alone, an event that is later than the next would be a fault. */
function laterFrom({ file, index }: CaptureRecord): Mutation['apply'] {
  return (capture) => {
    const known = capture.logs[file]!;
    const events = known.log.events.map((event, at) =>
      at >= index && event.time !== undefined ? { ...event, time: event.time + 7 } : event,
    );
    return { ...capture, logs: capture.logs.with(file, { ...known, log: { ...known.log, events } }) };
  };
}

function renameMutation({ kind, members }: { kind: string; members: readonly ClassedLeaf[] }): VolatileMutation {
  const [first] = members;
  const was = first!.value;
  const now = typeof was === 'number' ? was + 7_000 : `other-${String(was)}`;
  return {
    kind,
    where: `${placeOf(first!.record, first!.path)} and ${members.length - 1} more`,
    leaves: members.filter((leaf) => leaf.class === 'volatile').length,
    apply(capture) {
      let changed = capture;
      const records = new Map<CaptureRecord, ClassedLeaf[]>();
      for (const leaf of members) records.set(leaf.record, [...(records.get(leaf.record) ?? []), leaf]);
      for (const [record, own] of records) {
        const value = own.reduce<unknown>((copy, leaf) => replaceAt(copy, leaf.path, now), record.value);
        changed = withRecord(changed, record, value);
      }
      const logs = changed.logs.map((log) => (kind === 'session id' && log.session === was ? { ...log, session: String(now) } : log));
      return { ...changed, logs };
    },
  };
}

/** Another run's folder, in the bindings and in every text. */
function folderMutation(capture: Capture, name: (typeof FOLDERS)[number], leaves: number): VolatileMutation {
  const [was = ''] = capture.bindings[name];
  const now = `/another run/of-it/${name}`;
  const rename = (text: string): string => text.replaceAll(was, now).replaceAll(encodeURI(was), encodeURI(now));
  const inValue = <T>(value: T): T => JSON.parse(rename(JSON.stringify(value))) as T;
  return {
    kind: name,
    where: `everywhere (${was})`,
    leaves,
    apply: ({ frames, logs, sessionLogs, decisions, workspace, outcome, bindings }) => ({
      frames: inValue(frames),
      logs: inValue(logs),
      ...(sessionLogs && { sessionLogs: inValue(sessionLogs) }),
      decisions: inValue(decisions),
      outcome: inValue(outcome),
      workspace: workspace.map((file) => ({
        ...file,
        content: renameBytes(file.content, rename),
        ...(file.link !== undefined && { link: rename(file.link) }),
      })),
      bindings: { ...bindings, [name]: [now] },
    }),
  };
}

function renameBytes(content: Uint8Array, rename: (text: string) => string): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  return text.includes('\u{fffd}') ? content : new TextEncoder().encode(rename(text));
}
