import type { ScenarioEntry } from './types.js';

/** Keys a search word may carry: `surface:transcript`, `agent:reference`, `project:replay`, `kind:recorded`, `status:changed`. */
export const FILTER_KEYS = ['surface', 'status', 'agent', 'project', 'kind'] as const;

/**
 * Scenarios that hold every word of the query and are of one of the statuses (any, where none is given). A status alone
 * asks for the scenario's own or any surface's; together with `surface:` it asks for that surface's.
 */
export function filterScenarios(scenarios: readonly ScenarioEntry[], query: string, statuses: readonly string[]): ScenarioEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).map(parseWord);
  const surfaces = words.flatMap(([key, value]) => (key === 'surface' ? [value] : []));
  const plain = words.filter(([key]) => key !== 'surface');
  return scenarios.filter((scenario) => plain.every((word) => matches(scenario, word)) && matchesSurfaces(scenario, surfaces, statuses));
}

type Word = [key: string, value: string];

function parseWord(word: string): Word {
  const at = word.indexOf(':');
  const key = word.slice(0, Math.max(0, at));
  return (FILTER_KEYS as readonly string[]).includes(key) ? [key, word.slice(at + 1)] : ['', word];
}

function matches(scenario: ScenarioEntry, [key, value]: Word): boolean {
  if (key === 'agent') return scenario.agent.toLowerCase().includes(value);
  if (key === 'project') return scenario.project.toLowerCase().includes(value);
  if (key === 'kind') return scenario.provenance.includes(value);
  const statuses = [scenario.status, ...scenario.runs[0]!.cells.map((cell) => cell.status)];
  if (key === 'status') return statuses.some((status) => status.startsWith(value));
  return [scenario.name, scenario.description, scenario.directory, scenario.runs[0]!.title].some((text) =>
    text.toLowerCase().includes(value),
  );
}

function matchesSurfaces({ status, runs }: ScenarioEntry, surfaces: string[], statuses: readonly string[]): boolean {
  if (surfaces.length === 0) return statuses.length === 0 || statuses.includes(status);
  const cells = runs[0]!.cells.filter((cell) => surfaces.some((surface) => cell.surface.startsWith(surface)));
  // A surface named alone asks for what needs eyes in it.
  return cells.some((cell) =>
    statuses.length === 0 ? cell.status !== 'matched' && cell.status !== 'skipped' : statuses.includes(cell.status),
  );
}
