import type { FieldNormalizer } from '../schema/index.js';
import type { Secrets } from '../redact/index.js';
import type { Corpus, CorpusScenario } from './corpus.js';
import type { GuardFinding } from './finding.js';

/** What guards are told beside the files. */
export interface GuardContext {
  /** The normalizers of each agent profile, by its name; undefined where no config was read. */
  readonly profiles?: ReadonlyMap<string, readonly FieldNormalizer[]> | undefined;
  readonly secrets: Secrets;
  /** The time of the check, in milliseconds since the epoch. */
  readonly now: number;
  /** Days after which a recording is too old. */
  readonly maxAge?: number | undefined;
}

/** One rule over the scenario files. Pure; no two guards report the same thing. */
export interface Guard {
  readonly name: string;
  /** What it asks, in one sentence. */
  readonly asks: string;
  check(corpus: Corpus, context: GuardContext): GuardFinding[];
}

/** The normalizers of the agent profile that a scenario names. */
export function normalizersOf({ header }: CorpusScenario, { profiles }: GuardContext): readonly FieldNormalizer[] {
  return (header && profiles?.get(header.agent)) ?? [];
}
