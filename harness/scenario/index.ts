/**
 * A scenario directory on disk: read strictly, seeded, written atomically.
 *
 *   loadScenario(dir, { forRecord? }): Promise<Scenario>         every problem an AcpError with file and line
 *   loadScenarios(folder, names?), scenarioNames(folder), scenarioDirectory(folder, name), findPin(folder, headerClass)
 *   seedWorkspace(scenario, cwd)
 *   writeExpected(scenario, files): { written, removed }         expected files only, each by rename; equal bytes are left alone
 *   acceptExpected(scenario, files)                              the same for files from elsewhere, read first as the loader would
 *   writeScenario(dir, files, { overwrite? })                    the whole directory by journal and swap
 *   rollForward(folder): Promise<string[]>                       finishes what a kill interrupted
 */
export { acceptExpected } from './accept-expected.js';
export { declaredSurfaces, surfaceOf } from './declared.js';
export { applyEdits } from './apply-edits.js';
export { readCorpus } from './corpus.js';
export { folderState, stateChanges } from './folder-state.js';
export { findPin, loadScenarios, peekHeaders, type Pin } from './folder.js';
export { CASSETTE, FAULTS, expectedLogName, laneOf, listFiles, sessionLogName, WORKSPACE_EXPECTED } from './inventory.js';
export { loadScenario } from './load.js';
export { scenarioDirectory, scenarioNames } from './names.js';
export type { LoadOptions, Scenario, ScenarioStep } from './scenario.js';
export { seedWorkspace } from './seed.js';
export { writeExpected, type WriteResult } from './write-expected.js';
export { isAuthoredCassette, isRecorded, rollForward, writeScenario, type WriteScenarioOptions } from './write-scenario.js';
