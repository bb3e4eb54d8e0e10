import type { FieldProof, Flake, ScenarioProof, SourceState, VariationSource } from '../../run/index.js';

/** A field over all scenarios that were proven. */
export interface MergedField extends FieldProof {
  /** How many scenarios hold it. */
  readonly times: number;
}

export interface Proof {
  readonly scenarios: number;
  readonly sources: Partial<Record<VariationSource, SourceState>>;
  /** Varied and normalized. */
  readonly proven: readonly MergedField[];
  /** Varied and not normalized. */
  readonly flakes: readonly (Flake & { readonly scenario: string })[];
  /** Normalized, and the same in every run, though what it varies with was varied. */
  readonly constant: readonly MergedField[];
  /** Normalized, and the same in every run, because what it varies with is impossible here. */
  readonly unproven: readonly MergedField[];
}

/** Joins the proofs of several scenarios: a field that varied in one of them is proven. */
export function mergeProofs(reports: readonly ScenarioProof[]): Proof {
  const sources: Partial<Record<VariationSource, SourceState>> = {};
  const fields = new Map<string, MergedField>();
  for (const report of reports) {
    for (const [name, state] of Object.entries(report.sources) as [VariationSource, SourceState][]) {
      const known = sources[name];
      if (!known || ('impossible' in known && !('impossible' in state))) sources[name] = state;
    }
    for (const field of report.fields) {
      const key = `${field.part} ${field.record} ${field.field}`;
      const known = fields.get(key);
      const shown = known && (known.varied || !field.varied) ? known : field;
      fields.set(key, { ...shown, varied: field.varied || (known?.varied ?? false), times: (known?.times ?? 0) + 1 });
    }
  }
  const constant = [...fields.values()].filter(({ varied }) => !varied);
  const isImpossible = (field: MergedField): boolean => field.sources.some((source) => 'impossible' in (sources[source] ?? {}));
  return {
    scenarios: reports.length,
    sources,
    proven: [...fields.values()].filter(({ varied }) => varied),
    flakes: reports.flatMap(({ scenario, flakes }) => flakes.map((flake) => ({ scenario, ...flake }))),
    constant: constant.filter((field) => !isImpossible(field)),
    unproven: constant.filter(isImpossible),
  };
}
