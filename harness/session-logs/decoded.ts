/** The records of one file, as its format gives them. */
export interface DecodedFile {
  readonly records: readonly unknown[];
  /** A last record that was cut off, where the agent was killed while it wrote. */
  readonly torn?: string;
}

/** Bytes read or inflated of one file, at most: a log of a test run that holds more is no log. */
export const LIMIT = 256 * 2 ** 20;
