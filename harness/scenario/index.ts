export { declaredSurfaces, surfaceOf } from './declared.js';
export { findPin, loadScenarios, type Pin } from './folder.js';
export { expectedLogName, laneOf, listFiles, sessionLogName, WORKSPACE_EXPECTED } from './inventory.js';
export { loadScenario } from './load.js';
export { scenarioDirectory, scenarioNames } from './names.js';
export type { LoadOptions, Scenario, ScenarioStep } from './scenario.js';
export { seedWorkspace } from './seed.js';
export { writeExpected, type WriteResult } from './write-expected.js';
export { isAuthored, rollForward, writeScenario, type WriteScenarioOptions } from './write-scenario.js';
