import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { mutateErrors } from '../errors/mutate.js';
import {
  classify,
  createRandom,
  OVERRIDE_FILE,
  sample,
  semanticMutations,
  sourceMutations,
  volatileMutations,
  type CaptureContext,
  type ClassedLeaf,
  type SourceMutation,
} from '../mutate/index.js';
import { createSandbox } from '../process/index.js';
import { declaredSurfaces, loadScenario, type Scenario } from '../scenario/index.js';
import type { AgentProfile } from '../schema/index.js';
import { isStateFile } from '../surfaces/index.js';
import { compareRun } from './compare.js';
import { captureOf, judgeCapture, withExpectedLogs } from './judge.js';
import { neverAccept } from './never-accept.js';
import type { Run, RunOptions } from './run.js';
import { runScenario } from './run-scenario.js';
import { compareModeOf } from './surfaces.js';

export interface MutateOptions extends Pick<RunOptions, 'placeholders' | 'environment' | 'ledger'> {
  /** Draws the sample of source mutations; the same seed draws the same ones. */
  seed: number;
  /** All source mutations, not a sample of one a kind. */
  full?: boolean;
  /** Agents booted at the same time. */
  concurrency?: number;
}

/** A mutation that the suite judged wrongly. */
export interface MutantReport {
  readonly kind: string;
  readonly where: string;
  /** What failed, of one that should have passed. */
  readonly by?: string;
}

export interface MutateReport {
  readonly scenario: string;
  readonly leaves: number;
  readonly semantic: { readonly tried: number; readonly caught: number; readonly survivors: readonly MutantReport[] };
  readonly volatile: { readonly tried: number; readonly flagged: number };
  readonly source: { readonly tried: number; readonly caught: number };
  /** Leaves by class; together all leaves. */
  readonly classes: { readonly semantic: number; readonly volatile: number; readonly structural: number };
  /** Changes that were tried and that nothing sees, by what the compare mode says it gives up. */
  readonly lost: Readonly<Record<string, number>>;
  /** Structural leaves by the rule that says why they are not compared. */
  readonly structural: Readonly<Record<string, number>>;
  /** Volatile leaves by the normalizers that take them away. */
  readonly normalizers: Readonly<Record<string, number>>;
  /** Semantic mutations by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** What caught the semantic mutations, by surface, rule or code. */
  readonly caughtBy: Readonly<Record<string, number>>;
  readonly flagged: readonly MutantReport[];
  readonly sourceSurvivors: readonly MutantReport[];
  /** Source mutations there are; `source.tried` of them were booted. */
  readonly sources: number;
}

/**
 * Changes what a run of a scenario really captured, one leaf at a time, and asks the suite. Writes nothing.
 *
 * @throws AcpError `ACP_MUTATE_NOT_GREEN` where the scenario does not pass as it stands
 */
export async function mutateScenario(scenario: Scenario, profile: AgentProfile, options: MutateOptions): Promise<MutateReport> {
  const run = await greenRun(scenario, profile, options);
  const capture = captureOf(run);
  const context = contextOf(run);
  const judged = withExpectedLogs(run);
  const leaves = classify(capture, context);

  const survivors: MutantReport[] = [];
  const caughtBy: Record<string, number> = {};
  const lost: string[] = [];
  const semantic = semanticMutations(capture, leaves, context);
  for (const { kind, where, part, loss, apply } of semantic) {
    const by = await judgeCapture(judged, apply(capture), part);
    if (by === undefined && loss !== undefined) lost.push(loss);
    else if (by === undefined) survivors.push({ kind, where });
    else caughtBy[by] = (caughtBy[by] ?? 0) + 1;
  }
  const flagged: MutantReport[] = [];
  const volatile = volatileMutations(capture, leaves);
  for (const { kind, where, part, apply } of volatile) {
    const by = await judgeCapture(judged, apply(capture), part);
    if (by !== undefined) flagged.push({ kind, where, by });
  }
  const all = sourceMutations(await sourceFiles(scenario));
  const tried = options.full ? all : sample(all, ({ kind }) => kind, 1, createRandom(options.seed ^ hash(scenario.name)));
  const sourceSurvivors = await bootAll(tried, run, options);
  const count = (leafClass: ClassedLeaf['class']) => leaves.filter((leaf) => leaf.class === leafClass);
  return {
    scenario: scenario.name,
    leaves: leaves.length,
    semantic: { tried: semantic.length - lost.length, caught: semantic.length - lost.length - survivors.length, survivors },
    volatile: { tried: volatile.length, flagged: flagged.length },
    source: { tried: tried.length, caught: tried.length - sourceSurvivors.length },
    classes: { semantic: count('semantic').length, volatile: count('volatile').length, structural: count('structural').length },
    lost: tally(lost),
    structural: tally(count('structural').map(({ why }) => why!)),
    normalizers: tally(count('volatile').flatMap(({ touch }) => touch!.by.map(({ name }) => name))),
    kinds: tally(semantic.map(({ kind }) => kind)),
    caughtBy,
    flagged,
    sourceSurvivors,
    sources: all.length,
  };
}

/** A run that did nothing that is never accepted. */
export async function soundRun(scenario: Scenario, profile: AgentProfile, options: Omit<MutateOptions, 'seed'>): Promise<Run> {
  const run = await runScenario(scenario, profile, { ...bootOptions(options), runMode: 'replay' });
  const problems = neverAccept(run);
  if (problems.length > 0) throw mutateErrors.notGreen(scenario.name, problems, []);
  return run;
}

/** The run as it stands, which everything is measured against. */
async function greenRun(scenario: Scenario, profile: AgentProfile, options: MutateOptions): Promise<Run> {
  const run = await soundRun(scenario, profile, options);
  const changed = compareRun(run).filter(({ status }) => status !== 'matched' && status !== 'skipped');
  if (changed.length === 0) return run;
  throw mutateErrors.notGreen(
    scenario.name,
    [],
    changed.map(({ surface, status }) => `${surface} (${status})`),
  );
}

export function contextOf({ scenario, profile }: Pick<Run, 'scenario' | 'profile'>): CaptureContext {
  return {
    scenario: scenario.name,
    mode: compareModeOf({ scenario, profile }),
    headerClass: scenario.header.headerClass,
    normalizers: profile.normalizers,
    aside: { updates: profile.aside, records: profile.sessionLog?.aside },
    isState: (file) => isStateFile(file, profile.state ?? []),
    surfaces: new Set(declaredSurfaces(scenario.header)),
  };
}

const bootOptions = ({ placeholders, environment, ledger }: Omit<MutateOptions, 'seed'>) => ({
  placeholders,
  environment,
  ...(ledger !== undefined && { ledger }),
});

async function sourceFiles({ files, dir, header }: Scenario): Promise<Parameters<typeof sourceMutations>[0]> {
  if (header.seam === 'none') return { logs: [] };
  const [source] = files.sources;
  if (header.seam === 'provider')
    return { logs: [], ...(source !== undefined && { cassette: [basename(source), await readFile(source, 'utf8')] as const }) };
  const logs = await Promise.all(files.sources.map(async (file) => [basename(file), await readFile(file, 'utf8')] as const));
  return { logs, ...(files.override !== undefined && { override: await readFile(join(dir, OVERRIDE_FILE), 'utf8') }) };
}

async function bootAll(mutations: readonly SourceMutation[], run: Run, options: MutateOptions): Promise<MutantReport[]> {
  const survivors: MutantReport[] = [];
  const queue = [...mutations];
  const work = async (): Promise<void> => {
    for (let mutation = queue.shift(); mutation; mutation = queue.shift())
      if (!(await isCaught(mutation, run, options))) survivors.push({ kind: mutation.kind, where: mutation.where });
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency ?? 1) }, work));
  return survivors;
}

/** Replays a copy of the scenario in which the model says something else. */
async function isCaught(
  { file, text }: SourceMutation,
  { scenario, profile, pin, durationMs }: Run,
  options: MutateOptions,
): Promise<boolean> {
  const workshop = await createSandbox(`${scenario.name}-mutant`, options.ledger === undefined ? {} : { ledger: options.ledger });
  try {
    const dir = join(workshop.run, scenario.name);
    await mkdir(dir);
    await cp(scenario.dir, dir, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(dir, file), text);
    const mutant = await runScenario(await loadScenario(dir), impatient(profile, durationMs), {
      ...bootOptions(options),
      runMode: 'replay',
      ...(pin && { pin }),
    });
    return neverAccept(mutant).length > 0 || compareRun(mutant).some(({ status }) => status !== 'matched' && status !== 'skipped');
  } finally {
    await workshop.remove();
  }
}

/** A mutant may wait for what never comes; ten times as long as the run took is long enough to know. */
function impatient(profile: AgentProfile, durationMs: number): AgentProfile {
  const wait = Math.max(5_000, 10 * durationMs);
  return { ...profile, deadlines: { ...profile.deadlines, step: wait, idle: wait, total: 2 * wait } };
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Scenarios draw their samples apart, whichever of them are mutated. */
function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (Math.imul(value, 31) + char.codePointAt(0)!) | 0;
  return value;
}
