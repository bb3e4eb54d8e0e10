import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { createSandbox } from '../process/index.js';
import type { Secrets } from '../redact/index.js';
import { isAuthoredCassette, isRecorded, rollForward, writeExpected, writeScenario, type Scenario } from '../scenario/index.js';
import type { AgentProfile, Provenance } from '../schema/index.js';
import { secretsOf } from './canaries.js';
import { changesOf, keepEqualFiles, refuseRedWithoutReason, type Fact, type SurfaceChange } from './record-changes.js';
import { notesOf, pinNote } from './record-notes.js';
import { refuseNothingCaptured, refuseSecrets, refuseUnlessReplayed, refuseUnlessSound, withoutAuthoredNames } from './record-refusals.js';
import { callsOf } from './decisions.js';
import { refreshFiles } from './refresh.js';
import type { Run, RunOptions } from './run.js';
import { runScenario } from './run-scenario.js';
import { readSeed, readStage, stageAuthored, stagePin, stageRecording } from './stage.js';

/** What a recording is doing: checking what is committed, running live, replaying what came of it, writing. */
export type RecordPhase = 'checking' | 'recording' | 'replaying' | 'writing';

export interface RecordOptions extends Pick<RunOptions, 'placeholders' | 'environment' | 'ledger' | 'onStep'> {
  /** Replace a scenario that is recorded already. */
  overwrite?: boolean;
  /** Why a scenario is replaced that is red now. Kept in the provenance. */
  reason?: string;
  /** The scenario directory to write, where it is another than the one that was loaded. It need not exist. */
  target?: string;
  /** Kept in the provenance, e.g. `playwright-acp 0.1.0`. */
  tool: string;
  /** The time of the recording. */
  now: Date;
  onPhase?: (phase: RecordPhase) => void;
}

/** What was recorded. */
export interface Recording {
  /** Names of the files written, sorted. */
  files: string[];
  /** Why the scenario that was replaced was red, by surface or code; empty where it was green or new. */
  red: Fact[];
  /** Old against new, for each surface that is compared; empty for a scenario that was not recorded before. */
  changes: SurfaceChange[];
  /** What the user should know: redactions, a pin to refresh, what did not replay as it ran. */
  notes: string[];
  live: Run;
  replay: Run;
}

/**
 * Records a scenario: runs its input once through the live adapter, then replays that recording without a key, and
 * writes it only if the replay follows it to its end. Expected files are what the replay gives, so that what is
 * written is green. A whole-list override is authored: its keyless run is what is recorded.
 *
 * @param scenario as loaded with `forRecord`
 * @throws AcpError `ACP_RECORD_…`, `ACP_SCENARIO_EXISTS`; nothing is written then.
 */
export async function recordScenario(scenario: Scenario, profile: AgentProfile, options: RecordOptions): Promise<Recording> {
  const target = options.target ?? scenario.dir;
  await rollForward(dirname(target));
  const stands = await isRecorded(target);
  if (stands && !options.overwrite) throw scenarioErrors.exists(target);
  let red: Fact[] = [];
  if (stands) {
    options.onPhase?.('checking');
    red = await refuseRedWithoutReason(scenario, profile, { ...runOptions(options), reason: options.reason });
  }
  const workshop = await createSandbox(`${scenario.name}-record`, options.ledger === undefined ? {} : { ledger: options.ledger });
  try {
    return await recordIn(workshop.run, { scenario, profile, target, stands, red }, options);
  } finally {
    await workshop.remove();
  }
}

interface Job {
  scenario: Scenario;
  profile: AgentProfile;
  target: string;
  /** It was recorded before. */
  stands: boolean;
  red: Fact[];
}

async function recordIn(folder: string, { scenario, profile, target, stands, red }: Job, options: RecordOptions): Promise<Recording> {
  const authored = await stageAuthored(scenario, folder);
  const override =
    authored.files.override === undefined ? undefined : (JSON.parse(await readFile(authored.files.override, 'utf8')) as unknown);
  const cassette = await authoredCassette(authored);
  const isAuthoredModel = Array.isArray(override) || cassette;
  const keyless = authored.header.seam === 'none' || isAuthoredModel;
  const secrets = await secretsFor(authored, profile, options);
  options.onPhase?.('recording');
  const live = await runScenario(authored, profile, { ...runOptions(options), runMode: keyless ? 'refresh' : 'record' });
  refuseUnlessSound(scenario.name, live);
  // Patches change what the model says: the requests behind them are those of the replay.
  const patched = override !== undefined && !Array.isArray(override);
  const staged = await stageRecording(authored, live, {
    secrets,
    provenance: provenanceOf(live, options, isAuthoredModel),
    withRequests: !patched,
  });
  refuseNothingCaptured(scenario, live, staged);
  const pin = await stagePin(live, folder, scenario.name);
  options.onPhase?.('replaying');
  const replay = await runScenario(staged.scenario, profile, {
    ...runOptions(options),
    runMode: patched ? 'refresh' : 'replay',
    ...(pin && { pin }),
  });
  refuseUnlessReplayed(scenario.name, replay);
  writeExpected(staged.scenario, refreshFiles(replay).write);
  const changes = stands ? changesOf(scenario, replay) : [];
  const files = keepEqualFiles(await readStage(staged.scenario.dir), scenario, changes);
  await refuseSecrets(scenario.name, files, secrets);
  options.onPhase?.('writing');
  await writeScenario(target, files, { overwrite: options.overwrite ?? false });
  const notes = [...notesOf(staged, live, replay), ...(await pinNote(scenario, dirname(target), pin))];
  return { files: [...files.keys()].sort(), red, changes, notes, live, replay };
}

/** Provider seam: whether the model's side was written by hand. */
async function authoredCassette({ header, files }: Scenario): Promise<boolean> {
  const [file] = files.sources;
  return header.seam === 'provider' && file !== undefined && isAuthoredCassette(await readFile(file, 'utf8'));
}

/** What must not be written; refuses what the author wrote already. */
async function secretsFor(authored: Scenario, profile: AgentProfile, options: RecordOptions): Promise<Secrets> {
  const files = await readStage(authored.dir);
  const seed = await readSeed(authored.dir);
  const written = new Map([...files, ...seed]);
  const secrets = withoutAuthoredNames(secretsOf(options.environment, profile.session?.live), written);
  await refuseSecrets(authored.name, written, secrets);
  return secrets;
}

function runOptions({
  placeholders,
  environment,
  ledger,
  onStep,
}: RecordOptions): Pick<RunOptions, 'placeholders' | 'environment' | 'ledger' | 'onStep'> {
  return { placeholders, environment, ...(ledger !== undefined && { ledger }), ...(onStep && { onStep }) };
}

function provenanceOf(live: Run, { tool, now, reason }: RecordOptions, isAuthoredModel: boolean): Provenance {
  const model = callsOf(live.decisions)[0]?.request.config.model;
  const why = reason ?? (isAuthoredModel ? live.scenario.header.overridden?.reason : undefined);
  return {
    kind: isAuthoredModel ? 'authored' : 'recorded',
    recordedAt: now.toISOString(),
    tool,
    ...(live.agentVersion !== undefined && { agent: live.agentVersion }),
    ...(model !== undefined && !isAuthoredModel && { model }),
    ...(why !== undefined && { reason: why }),
  };
}
