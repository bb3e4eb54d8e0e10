import { createFrameNormalizer, createPathNormalizer, normalizeForeignLogs, normalizeSessionLog } from '../normalize/index.js';
import type { Counts } from '../normalize/index.js';
import type {
  AsideRecords,
  AsideUpdates,
  CompareMode,
  Decision,
  FieldNormalizer,
  Outcome,
  ReplayPlan,
  SessionLog,
  SurfaceId,
} from '../schema/index.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import { outcomeSurface, requestsSurface, type LeftFile } from '../surfaces/index.js';
import { withForeignRecords } from './foreign.js';
import type { Normalize } from './touched.js';

/** A session log of a run, read, with the id that its file is named after. */
export interface CapturedLog {
  readonly session: string;
  readonly log: SessionLog;
}

/** What one run produced, before anything of it is normalized. */
export interface Capture {
  readonly frames: readonly CapturedFrame[];
  readonly logs: readonly CapturedLog[];
  /** Logs in a form of the agent's own, as they were decoded. */
  readonly sessionLogs?: {
    readonly logs: readonly { readonly session: string; readonly files: readonly string[]; readonly records: readonly unknown[] }[];
    readonly leftOut: readonly string[];
  };
  readonly decisions: readonly Decision[];
  readonly workspace: readonly LeftFile[];
  readonly outcome: Outcome;
  readonly bindings: ReplayPlan['bindings'];
}

/** How the run is compared: what its leaves mean follows from it. */
export interface CaptureContext {
  readonly scenario: string;
  readonly mode: CompareMode;
  readonly headerClass?: string | undefined;
  readonly normalizers?: readonly FieldNormalizer[] | undefined;
  /** What an agent of another make tells beside the rest, by its profile. */
  readonly aside?: { readonly updates?: readonly AsideUpdates[] | undefined; readonly records?: readonly AsideRecords[] | undefined };
  /** Paths that the agent's profile lets it leave behind. */
  readonly isState: (file: LeftFile) => boolean;
  readonly surfaces: ReadonlySet<SurfaceId>;
}

export const PARTS = ['frames', 'log', 'foreign', 'requests', 'files', 'outcome'] as const;
export type Part = (typeof PARTS)[number];

/** Surfaces that show a part. */
export const SURFACES_OF: Readonly<Record<Part, readonly SurfaceId[]>> = {
  frames: ['transcript'],
  log: ['session-log', 'tool-calls'],
  foreign: ['session-log', 'tool-calls'],
  requests: ['requests', 'system-prompt', 'tool-schemas'],
  files: ['workspace'],
  outcome: ['outcome'],
};

/** One record of a part, as a JSON value whose leaves are mutated. */
export interface CaptureRecord {
  readonly part: Part;
  /** Which log; 0 elsewhere. */
  readonly file: number;
  /** Place in the part; the header of a log is -1. */
  readonly index: number;
  readonly value: unknown;
}

/** Everything captured as records. */
export function recordsOf(capture: Capture): CaptureRecord[] {
  const list = (part: Part, values: readonly unknown[], file = 0): CaptureRecord[] =>
    values.map((value, index) => ({ part, file, index, value }));
  return [
    ...list('frames', capture.frames.map(frameRecord)),
    ...capture.logs.flatMap(({ log }, file): CaptureRecord[] => [
      { part: 'log', file, index: -1, value: log.header },
      ...list('log', log.events, file),
    ]),
    ...(capture.sessionLogs?.logs ?? []).flatMap(({ records }, file) => list('foreign', records, file)),
    ...list('requests', capture.decisions),
    ...list('files', capture.workspace.map(fileRecord)),
    { part: 'outcome', file: 0, index: 0, value: capture.outcome },
  ];
}

/** A copy of a capture with another value for one record. */
export function withRecord(capture: Capture, { part, file, index }: CaptureRecord, value: unknown): Capture {
  const at = <T>(list: readonly T[], place: number, next: T): T[] => list.with(place, next);
  switch (part) {
    case 'frames':
      return { ...capture, frames: at(capture.frames, index, toFrame(value as FrameRecord)) };
    case 'log': {
      const known = capture.logs[file]!;
      const log = (
        index === -1 ? { ...known.log, header: value } : { ...known.log, events: at<unknown>(known.log.events, index, value) }
      ) as SessionLog;
      return { ...capture, logs: at(capture.logs, file, { ...known, log }) };
    }
    case 'foreign':
      return withForeignRecords(capture, file, (records) => at(records, index, value));
    case 'requests':
      return { ...capture, decisions: at(capture.decisions, index, value as Decision) };
    case 'files':
      return { ...capture, workspace: at(capture.workspace, index, toFile(value as FileRecord)) };
    default:
      return { ...capture, outcome: value as Outcome };
  }
}

type FrameRecord = Pick<CapturedFrame, 'from' | 'at' | 'line'> & { readonly value?: Record<string, unknown>; readonly noise?: string };

/** The raw line says the same as the value, and is kept only where there is none. */
function frameRecord({ from, at, line, value, raw }: CapturedFrame): FrameRecord {
  return { from, at, line, ...(value ? { value } : { noise: raw }) };
}

function toFrame({ from, at, line, value, noise }: FrameRecord): CapturedFrame {
  return value ? { from, at, line, value, raw: JSON.stringify(value) } : { from, at, line, raw: String(noise), noise: 'not JSON' };
}

type FileRecord = Omit<LeftFile, 'content'> & { readonly text?: string; readonly base64?: string };

function fileRecord({ content, ...file }: LeftFile): FileRecord {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  const isText = !text.includes('\u{fffd}');
  return { ...file, ...(isText ? { text } : { base64: Buffer.from(content).toString('base64') }) };
}

function toFile({ text, base64, ...file }: FileRecord): LeftFile {
  return { ...file, content: text === undefined ? Buffer.from(String(base64), 'base64') : new TextEncoder().encode(text) };
}

/** How records of one part are normalized, one by one: by the functions that normalize the surfaces. */
export function normalizerOf(
  part: Part,
  { bindings, sessionLogs }: Pick<Capture, 'bindings' | 'sessionLogs'>,
  context: CaptureContext,
): Normalize {
  const { scenario, headerClass, normalizers } = context;
  const base = (counts: Counts) => ({ bindings, counts, ...(normalizers && { normalizers }) });
  switch (part) {
    case 'frames':
      return (record, counts) => {
        const { value, noise, ...rest } = record as FrameRecord;
        const normalizer = createFrameNormalizer(base(counts));
        return value ? { ...rest, value: normalizer.frame(value, rest.from) } : { ...rest, noise: normalizer.text(String(noise)) };
      };
    case 'log':
      return (record, counts) => {
        const isHeader = (record as { type?: unknown }).type === 'session';
        const log = (isHeader ? { header: record, events: [] } : { header: {}, events: [record] }) as unknown as SessionLog;
        return normalizeSessionLog(log, base(counts))[isHeader ? 0 : 1];
      };
    case 'foreign':
      return (record, counts) => {
        // A record may name any session of the run.
        const sessions = (sessionLogs?.logs ?? []).map(({ session }) => ({ session, records: [] }));
        return normalizeForeignLogs([...sessions, { session: sessions[0]?.session ?? '', records: [record] }], base(counts)).at(-1)![0];
      };
    case 'requests':
      return (record, counts) => {
        if ((record as Decision).type !== 'decision') return record;
        const { requests } = requestsSurface([record as Decision], { scenario, counts, headerClass, normalizers });
        const line = requests?.text.split('\n')[1];
        return line === undefined ? record : { ...(record as object), ...(JSON.parse(line) as object), type: 'decision' };
      };
    case 'files':
      return (record, counts) => {
        const text = createPathNormalizer(bindings, counts);
        const copy = record as FileRecord;
        return {
          ...copy,
          ...(copy.text !== undefined && { text: text(copy.text) }),
          ...(copy.link !== undefined && { link: text(copy.link) }),
        };
      };
    default:
      return (record, counts) => JSON.parse(outcomeSurface(record as Outcome, createPathNormalizer(bindings, counts)).text) as unknown;
  }
}
