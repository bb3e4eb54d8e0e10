import type { InputHeader, InputStep } from '../schema/index.js';

/** One client action with its line in `input.jsonl`, from 1. */
export interface ScenarioStep {
  step: InputStep;
  line: number;
}

/** A scenario directory, read and checked. All paths are absolute. */
export interface Scenario {
  name: string;
  dir: string;
  header: InputHeader;
  steps: ScenarioStep[];
  files: {
    /** Session logs (or, in the provider seam, the cassette) in lane order. Empty for seam `none`. */
    sources: string[];
    /** Path of `replay.override.json`, where the header says overridden. */
    override?: string;
    /**
     * Every committed expected file by its name within the directory, `/`-separated: `*.expected.*`,
     * `workspace.expected/**`, and `session.jsonl` (`session.1.jsonl` …) where no `session.expected.jsonl` stands beside it.
     */
    expected: Map<string, Uint8Array>;
    /** Expected files that nobody can read, such as one with a merge-conflict marker; only where they are to be refreshed. */
    damaged?: ReadonlySet<string>;
    /** The session logs as committed, by name, also where an expected log stands beside them. */
    logs: Map<string, Uint8Array>;
  };
  /** Folder of the workspace seed. */
  workspaceSeed?: string;
}

export interface LoadOptions {
  /** The scenario is about to be recorded: its replay source and expected files may not exist yet. */
  forRecord?: boolean;
  /** The scenario is about to be refreshed: an expected file that cannot be read counts as one that does not exist. */
  forRefresh?: boolean;
  /** Nothing may be written: an interrupted recording is an error then, and not finished. */
  readOnly?: boolean;
}
