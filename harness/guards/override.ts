import { applyOverride } from '../replay/override.js';
import { replayOverride } from '../schema/index.js';
import { AcpError } from '../errors/acp-error.js';
import { complaintGuard, fileName } from './complaint-guard.js';
import { entriesOf, type CorpusScenario } from './corpus.js';
import type { GuardFinding } from './finding.js';
import type { Guard } from './guard.js';

export const OVERRIDE_FILE = 'replay.override.json';

const declared = complaintGuard(
  'override',
  '',
  (complaint, corpus) =>
    (complaint.code === 'ACP_SCENARIO_UNDECLARED_FILE' && fileName(complaint, corpus) === OVERRIDE_FILE) ||
    (complaint.code === 'ACP_SCENARIO_FILE_MISSING' && complaint.problem.includes(OVERRIDE_FILE)),
);

/** An override stands where the header says so, and its patches name entries the script has. */
export const override: Guard = {
  name: 'override',
  asks: 'replay.override.json stands where the header declares it, and its patches name entries that the script has.',
  check: (corpus, context) => [...declared.check(corpus, context), ...corpus.scenarios.flatMap(checkPatches)],
};

function checkPatches(scenario: CorpusScenario): GuardFinding[] {
  const file = scenario.files.get(OVERRIDE_FILE);
  const parsed = readOverride(scenario);
  const lanes = entriesOf(scenario);
  if (!scenario.header?.overridden || !file || !parsed || !lanes) return [];
  try {
    applyOverride(
      lanes.map(({ entries }) => entries.map(({ entry }) => entry)),
      parsed,
    );
    return [];
  } catch (error) {
    // Anything else is told by the guard of the file it is about.
    if (!(error instanceof AcpError) || error.code !== 'ACP_REPLAY_OVERRIDE') return [];
    const { summary, look } = error.problem;
    return [
      {
        guard: 'override',
        scenario: scenario.name,
        place: file.path,
        problem: summary,
        fix: look ?? 'correct lane and index of the patch',
      },
    ];
  }
}

/** The override of a scenario, where it can be read. */
export function readOverride({ files }: CorpusScenario): ReturnType<typeof replayOverride.parse> | undefined {
  try {
    return replayOverride.safeParse(JSON.parse(files.get(OVERRIDE_FILE)?.text ?? '')).data;
  } catch {
    return undefined;
  }
}
