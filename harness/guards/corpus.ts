import type { JsonlLine } from '../jsonl/index.js';
import type { DerivedEntry } from '../replay/derive.js';
import type { ParsedSessionLog } from '../replay/index.js';
import type { InputHeader } from '../schema/index.js';

/** A problem of form that the reader of the corpus met: where, what, and what to do. The rule it breaks is told by its code. */
export interface Complaint {
  code: string;
  /** Scenario it belongs to; absent for a problem of the folder. */
  scenario?: string;
  /** Path as it is to be printed. */
  file: string;
  line?: number;
  problem: string;
  fix: string;
}

/** One file of a scenario directory. */
export interface CorpusFile {
  /** Path within the scenario directory, `/`-separated. */
  readonly name: string;
  /** Path as it is to be printed. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The bytes as strict UTF-8, without a byte order mark; absent where they are none. */
  readonly text?: string;
  /** Nothing is wrong with its form. */
  readonly sound?: true;
  /** The records of a JSONL file of ours or of a session log. Absent where something is wrong with the file's form. */
  readonly records?: readonly JsonlLine[];
  /** A session log, parsed, and the script derived from it; absent where that cannot be done. */
  readonly log?: { readonly parsed: ParsedSessionLog; readonly entries: readonly DerivedEntry[] };
}

/** The entries of each lane; undefined where a log is missing or cannot be read, which other guards tell. */
export function entriesOf(scenario: CorpusScenario): { file: CorpusFile; entries: readonly DerivedEntry[] }[] | undefined {
  const logs = logsOf(scenario);
  const whole = logs.length > 0 && logs.every(({ name, log }, index) => log && ordinal(name) === index);
  return whole ? logs.map((file) => ({ file, entries: file.log!.entries })) : undefined;
}

/** A scenario directory as it stands, however broken. */
export interface CorpusScenario {
  readonly name: string;
  /** Path as it is to be printed. */
  readonly path: string;
  readonly files: ReadonlyMap<string, CorpusFile>;
  /** Absent where the header line of `input.jsonl` says nothing that can be used. */
  readonly header?: InputHeader;
}

/** Every scenario directory of a folder, read in one go and never refused. */
export interface Corpus {
  /** Path as it is to be printed. */
  readonly folder: string;
  readonly scenarios: readonly CorpusScenario[];
  readonly complaints: readonly Complaint[];
}

/** The session logs of a scenario in lane order. */
export function logsOf({ files }: CorpusScenario): CorpusFile[] {
  return [...files.values()].filter(({ name }) => RAW_LOG.test(name)).toSorted((a, b) => ordinal(a.name) - ordinal(b.name));
}

const RAW_LOG = /^session(?:\.(\d+))?\.jsonl$/;
const ordinal = (name: string): number => Number(RAW_LOG.exec(name)?.[1] ?? 0);

/** Whether only record may write a file. */
export const isReplaySource = (name: string): boolean => RAW_LOG.test(name) || name === 'provider-replay.jsonl';
