/** What a guard found. */
export interface GuardFinding {
  /** Stable name of the guard. */
  guard: string;
  /** Absent where the folder as a whole is meant. */
  scenario?: string;
  /** `file:line`, or the file or folder where no line can be named. */
  place: string;
  problem: string;
  fix: string;
  /** What `check --fix` does; absent where a person has to decide. */
  edit?: Edit;
}

/** A repair that asks for no decision: the file's new text, or its removal. */
export interface Edit {
  /** Path as printed in the place. */
  path: string;
  text?: string;
}

/** `file:line`. */
export const at = (path: string, line?: number): string => (line === undefined ? path : `${path}:${line}`);
