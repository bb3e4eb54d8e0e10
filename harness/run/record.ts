import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { runErrors } from '../errors/run.js';
import { scenarioErrors } from '../errors/scenario.js';
import { createSandbox } from '../process/index.js';
import { scanSecrets } from '../redact/index.js';
import { findPin, isAuthored, rollForward, writeExpected, writeScenario, type Pin, type Scenario } from '../scenario/index.js';
import type { AgentProfile, Provenance } from '../schema/index.js';
import { compareSurface } from '../surfaces/index.js';
import { canariesOf } from './canaries.js';
import { callsOf } from './decisions.js';
import { neverAccept } from './never-accept.js';
import { refreshFiles } from './refresh.js';
import type { Run, RunOptions } from './run.js';
import { runScenario } from './run-scenario.js';
import { readStage, stageAuthored, stagePin, stageRecording, type Staged } from './stage.js';

export interface RecordOptions extends Pick<RunOptions, 'placeholders' | 'environment' | 'ledger' | 'onStep'> {
  /** Replace a scenario that is recorded already. */
  overwrite?: boolean;
  /** Kept in the provenance, e.g. `playwright-acp 0.1.0`. */
  tool: string;
  /** The time of the recording. */
  now: Date;
}

/** What was recorded. */
export interface Recording {
  /** Names of the files written, sorted. */
  files: string[];
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
  await rollForward(dirname(scenario.dir));
  if (!options.overwrite && (await readdir(scenario.dir)).some((name) => !isAuthored(name))) throw scenarioErrors.exists(scenario.dir);
  const workshop = await createSandbox(`${scenario.name}-record`, options.ledger === undefined ? {} : { ledger: options.ledger });
  try {
    return await recordIn(workshop.run, scenario, profile, options);
  } finally {
    await workshop.remove();
  }
}

async function recordIn(folder: string, scenario: Scenario, profile: AgentProfile, options: RecordOptions): Promise<Recording> {
  const authored = await stageAuthored(scenario, folder);
  const override =
    authored.files.override === undefined ? undefined : (JSON.parse(await readFile(authored.files.override, 'utf8')) as unknown);
  const keyless = authored.header.seam === 'none' || Array.isArray(override);
  const secrets = { canaries: canariesOf(options.environment, profile.session?.live) };
  refuseSecrets(scenario.name, await readStage(authored.dir), secrets.canaries);
  const live = await runScenario(authored, profile, { ...runOptions(options), runMode: keyless ? 'refresh' : 'record' });
  refuseUnlessSound(scenario.name, live);
  // Patches change what the model says: the requests behind them are those of the replay.
  const patched = override !== undefined && !Array.isArray(override);
  const staged = await stageRecording(authored, live, {
    secrets,
    provenance: provenanceOf(live, options, Array.isArray(override)),
    withRequests: !patched,
  });
  refuseNothingCaptured(scenario, live, staged);
  const pin = await stagePin(live, folder, scenario.name);
  const replay = await runScenario(staged.scenario, profile, {
    ...runOptions(options),
    runMode: patched ? 'refresh' : 'replay',
    ...(pin && { pin }),
  });
  refuseUnlessReplayed(scenario.name, replay);
  writeExpected(staged.scenario, refreshFiles(replay).write);
  const files = await readStage(staged.scenario.dir);
  refuseSecrets(scenario.name, files, secrets.canaries);
  await writeScenario(scenario.dir, files, { overwrite: options.overwrite ?? false });
  return { files: [...files.keys()].sort(), notes: [...notesOf(staged, live, replay), ...(await pinNote(scenario, pin))], live, replay };
}

function runOptions({
  placeholders,
  environment,
  ledger,
  onStep,
}: RecordOptions): Pick<RunOptions, 'placeholders' | 'environment' | 'ledger' | 'onStep'> {
  return { placeholders, environment, ...(ledger !== undefined && { ledger }), ...(onStep && { onStep }) };
}

function provenanceOf(live: Run, { tool, now }: RecordOptions, isAuthoredModel: boolean): Provenance {
  const model = callsOf(live.decisions)[0]?.request.config.model;
  const { overridden } = live.scenario.header;
  return {
    kind: isAuthoredModel ? 'authored' : 'recorded',
    recordedAt: now.toISOString(),
    tool,
    ...(live.agentVersion !== undefined && { agent: live.agentVersion }),
    ...(model !== undefined && !isAuthoredModel && { model }),
    ...(isAuthoredModel && overridden && { reason: overridden.reason }),
  };
}

function refuseUnlessSound(name: string, live: Run): void {
  const problems = neverAccept(live);
  const own = problems.find(({ code }) => code.startsWith('ACP_RECORD_'));
  if (own) throw runErrors.asIs(own);
  if (problems.length > 0) throw runErrors.notRecorded(name, problems);
}

function refuseNothingCaptured({ name, header }: Scenario, live: Run, { entries }: Staged): void {
  if (header.seam !== 'session') return;
  const calls = callsOf(live.decisions).length;
  if (calls === 0 || live.logs.length === 0 || (entries === 0 && !header.overridden)) throw runErrors.nothingCaptured(name, calls, entries);
}

function refuseUnlessReplayed(name: string, replay: Run): void {
  const problems = neverAccept(replay);
  if (problems.length > 0) throw runErrors.notReplayable(name, problems);
}

function refuseSecrets(name: string, files: ReadonlyMap<string, Uint8Array>, canaries: readonly string[]): void {
  const places = [...files].flatMap(([file, content]) => scanSecrets(new TextDecoder().decode(content), { canaries }, file));
  if (places.length > 0)
    throw runErrors.secretLeft(
      name,
      places.map(({ rule, place }) => `${rule} in ${place}`),
    );
}

/** Where the replay shows something else than the live run did: by redaction, or because the agent is not deterministic. */
function notesOf({ redacted }: Staged, live: Run, replay: Run): string[] {
  const notes = redacted.map(({ rule, place }) => `redacted: ${rule} in ${place}`);
  for (const actual of replay.surfaces) {
    const ran = live.surfaces.find(({ surface }) => surface === actual.surface);
    if (!ran || ran.status !== 'captured' || actual.surface === 'conformance') continue;
    const { status } = compareSurface(actual, new Map(ran.files.map(({ name, content }) => [name, content])), {
      scenario: live.scenario.name,
    });
    if (status === 'changed') notes.push(`${actual.surface}: the replay differs from the live run; the replay was written`);
  }
  return notes;
}

/** The class's pin lies in another scenario: it may be missing, or hold another prompt. */
async function pinNote(scenario: Scenario, staged: Pin | undefined): Promise<string[]> {
  const { headerClass, pin } = scenario.header;
  if (pin || headerClass === undefined || !staged) return [];
  const found = await findPin(dirname(scenario.dir), headerClass).catch(() => undefined);
  if (!found) return [`no scenario pins header class "${headerClass}" yet: record one with "pin":true`];
  const differing: string[] = [];
  for (const key of ['system', 'tools'] as const) {
    const committed = await readFile(found[key], 'utf8').catch(() => undefined);
    if (committed !== (await readFile(staged[key], 'utf8'))) differing.push(basename(found[key]));
  }
  return differing.length === 0
    ? []
    : [`record or refresh ${found.scenario} too: its ${differing.join(' and ')} differ from what this recording sent`];
}
