/**
 * What the page shows, as plain data: made in Node by `buildReport`, read in the browser. Texts in it come from agents,
 * models and scenario files and are untrusted.
 */
import type { Change, ChangeKind, NormalizerCount, RunMetadata, RunReport, SurfaceId, SurfaceStatus } from '../../harness/schema/index.js';

export type RunStatus = SurfaceStatus;

/** Where one run came from in Playwright's words. */
export interface RunOrigin {
  project: string;
  /** Titles from the describe blocks down to the test. */
  title: string;
  /** `tests/all.spec.ts:5`, relative to the config's folder. */
  location: string;
  retry: number;
  repeat: number;
  /** Ordinal of the run within its test result, from 1. */
  ordinal: number;
  testStatus: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  /** First error of the test, without terminal colours. */
  error?: string;
}

/** One run as collected from a test result. */
export interface CollectedRun extends RunOrigin {
  report: RunReport;
}

export interface Cell {
  surface: SurfaceId;
  status: SurfaceStatus;
  changes: number;
  note?: string;
}

/** One run in the overview. `block` names the data block that holds its detail. */
export interface RunEntry extends RunOrigin {
  block: string;
  status: RunStatus;
  /** `--update-snapshots` can accept what differs. */
  refreshable: boolean;
  /** The scenario that holds the system prompt or the tool schemas that differ: it has to be refreshed too. */
  pin?: string;
  /** Why it broke, or is refused though nothing differs: a sentence. */
  why?: string;
  /** What tells it from the scenario's other runs, e.g. `retry 1`. */
  label: string;
  durationMs: number;
  cells: Cell[];
}

/** One scenario in one project. `runs` holds every attempt and repeat; the first is the one to look at. */
export interface ScenarioEntry {
  id: string;
  name: string;
  project: string;
  description: string;
  directory: string;
  status: RunStatus;
  /** Its attempts or repeats did not all come to the same. */
  unsteady: boolean;
  agent: string;
  compare: string;
  provenance: 'recorded' | 'authored' | 'unknown';
  runs: RunEntry[];
}

/** Changes that are the same in every way but their place: read once. */
export interface ChangeGroup {
  surface: SurfaceId;
  kind: ChangeKind;
  label: string;
  path: string;
  expected?: string;
  actual?: string;
  count: number;
  scenarios: { id: string; name: string; record: number }[];
}

export interface ReportIndex {
  schema: 1;
  runMode: string;
  updateMode: string;
  tool?: RunMetadata['tool'];
  startedAt: string;
  durationMs: number;
  /** It was made in CI, where nothing may be written: commands are for the reader's own machine. */
  ci: boolean;
  /** Several projects took part, so that names alone do not tell scenarios apart. */
  manyProjects: boolean;
  scenarios: ScenarioEntry[];
  groups: ChangeGroup[];
  /** How many groups there are beyond those listed. */
  moreGroups: number;
  guards: RunMetadata['findings'];
  /** What this page does not hold, and why. */
  notes: string[];
}

/** A line, or the part of a line too long to show. */
export type Line = string | { text: string; before: number; after: number };

/** A record: its raw line, or its printed lines where it is too long to keep whole. */
export type RecordText = string | { lines: Line[]; left: number };

/** An equal run keeps its texts; `omitted` of them stand in none, behind the first `omittedAt`. */
export interface EqualSegment<T> {
  kind: 'equal';
  expected: number;
  actual: number;
  count: number;
  items: T[];
  omittedAt?: number;
}

/** Two records side by side or one alone. Numbers are line numbers in the two files, from 1. `context` is never compared. */
export interface PairSegment {
  kind: 'pair';
  change: 'changed' | 'removed' | 'added' | 'context';
  label: string;
  expected?: number;
  actual?: number;
  old?: RecordText;
  new?: RecordText;
}

export interface LinesSegment {
  kind: 'lines';
  expected: number;
  actual: number;
  removed: Line[];
  added: Line[];
}

interface FileHead {
  name: string;
  /** `captured`: what a run gave until it broke, compared with nothing. */
  status: 'matched' | 'changed' | 'missing' | 'new' | 'removed' | 'captured';
  /** Addresses of the two pictures, with their bytes in them. */
  picture?: { expected?: string; actual?: string };
  /** What was left out, in words. */
  cut?: string;
  /** Sizes in characters, of a binary file in bytes; absent where that side has no such file. */
  expectedSize?: number;
  actualSize?: number;
}

export type FileModel = FileHead &
  (
    | { kind: 'records'; segments: (EqualSegment<RecordText> | PairSegment)[] }
    | { kind: 'text'; segments: (EqualSegment<Line> | LinesSegment)[] }
    | { kind: 'binary'; segments: [] }
  );

export interface SurfaceModel {
  surface: SurfaceId;
  status: SurfaceStatus;
  note?: string;
  files: FileModel[];
  /** Names of the files in the scenario directory that it was compared with. */
  committed: string[];
  changes: Change[];
  changeCounts: Partial<Record<ChangeKind, number>>;
  normalized: NormalizerCount[];
  notCompared: string[];
}

/** Detail of one run: the report with its surfaces' files as diffs. */
export interface RunDetail extends Omit<RunReport, 'surfaces'> {
  surfaces: SurfaceModel[];
}

export interface ReportModel {
  index: ReportIndex;
  details: Map<string, RunDetail>;
  /** Keys of `index.groups`, in their order: a change whose `changeKey` is one of them belongs to that group. */
  groupKeys: string[];
  /** The runs as they were told, by block; not in the page. */
  runs: Map<string, CollectedRun>;
}
