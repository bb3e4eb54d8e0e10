import type { NormalizerCount, SurfaceId } from '../schema/index.js';

/** A file of the scenario directory as a run would write it. */
export interface ActualFile {
  /** Path within the scenario directory, `/`-separated. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** What one run produced of one surface, normalized, before it is compared. */
export interface SurfaceActual {
  readonly surface: SurfaceId;
  /** `captured`: it can be compared. The other three say why it cannot. */
  readonly status: 'captured' | 'not-reached' | 'failed-to-run' | 'skipped';
  /** Why it was not captured, in a few words. */
  readonly note?: string;
  readonly files: readonly ActualFile[];
  readonly normalized: readonly NormalizerCount[];
  /** What the compare mode does not compare, in words. */
  readonly notCompared: readonly string[];
}
