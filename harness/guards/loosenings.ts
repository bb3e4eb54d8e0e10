import type { InputHeader } from '../schema/index.js';

/** What a header gives up, and why. */
export interface Loosening {
  what: string;
  reason: string;
}

/** Everything a header loosens, with its reason. */
export function looseningsOf({ surfaces, overridden, compare, optionalLanes, allow, headerChanges }: InputHeader): Loosening[] {
  return [
    ...(surfaces ? [{ what: `only ${surfaces.only.join(', ')} compared`, reason: surfaces.reason }] : []),
    ...(overridden ? [{ what: 'replay script overridden', reason: overridden.reason }] : []),
    ...(compare ? [{ what: `compare mode ${compare.mode}`, reason: compare.reason }] : []),
    ...(optionalLanes ?? []).map(({ lane, reason }) => ({ what: `lane ${lane} optional`, reason })),
    ...(headerChanges ? [{ what: 'request header changes in mid-run', reason: headerChanges.reason }] : []),
    ...(allow ?? []).map(({ finding, reason }) => ({ what: `finding ${finding} allowed`, reason })),
  ];
}
