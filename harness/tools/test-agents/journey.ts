import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatJsonl } from '../../jsonl/index.js';
import { createSandbox, removeFolder } from '../../process/index.js';
import { endProcessesIn } from '../../process/escapees.js';
import {
  compareRun,
  faultTable,
  neverAccept,
  recordScenario,
  runScenario,
  type FaultTable,
  type FaultTableOptions,
  type Run,
} from '../../run/index.js';
import type { RunOptions } from '../../run/run.js';
import type { Placeholders } from '../../run/placeholders.js';
import { loadScenario, type Scenario } from '../../scenario/index.js';
import type { NormalizerCount, SurfaceId } from '../../schema/index.js';
import type { AgentModule } from './agent-module.js';
import { timeBare } from './bare.js';
import { startLive } from './live.js';
import { edit } from './edits.js';
import { mutate, mutateLeaves } from './mutations.js';

export interface AgentResult {
  agent: string;
  version: string;
  node: string;
  replays: number;
  green: number;
  unconsumed: number;
  mutationsTried: number;
  mutationsCaught: number;
  /** Processes that were still there after a replay. */
  leftRunning: number;
  /** Medians, in seconds. */
  replay_s: number;
  bare_s: number;
  /** Attempts to reach a host that is not loopback. */
  attempts: number;
}

export interface Journey {
  result: AgentResult;
  /** What went wrong, in sentences. */
  problems: string[];
  /** Rewritten fields of the last replay by surface. */
  normalizers: { surface: string; counts: readonly NormalizerCount[] }[];
  /** What was changed and what caught it, a line each. */
  mutations: readonly string[];
  /** Whether every surface was changed and every change judged as it should be. */
  isMutated: boolean;
}

export interface JourneyOptions {
  root: string;
  placeholders: Placeholders;
  /** The caller's, with the agent's programs on PATH. */
  environment: Readonly<Record<string, string | undefined>>;
  replays: number;
}

const STEPS = [
  { op: 'prompt', text: 'Write the report.', wait: false },
  { op: 'answer_permission', option: 'allow_once' },
  { op: 'wait_for', response: true },
  { op: 'prompt', text: 'What does the report say?' },
];
const SEED = 1;
const NO_CHANGES: Changes = { tried: 0, caught: 0, lines: [], problems: [] };
const KEY = 'sk-local-key-of-the-live-process';

/** Records one journey of an agent against a live process, replays it elsewhere, and changes what was captured. */
export async function travel(module: AgentModule, options: JourneyOptions): Promise<Journey> {
  return recorded(module, options, async ({ dir, scenario, common, url, notes, workshop }) => {
    const bare = [];
    for (let at = 0; at < 3; at++) bare.push(await timeBare(scenario, module.profile, { ...common, url }));
    return replay(module, dir, join(workshop, 'a git work tree'), { ...options, notes, bare });
  });
}

/** Records the journey and lets the provider fail in its first model call, in every way. @param wait in milliseconds */
export async function breakProvider(
  module: AgentModule,
  { faults, wait, onFault, ...options }: Omit<JourneyOptions, 'replays'> & Pick<FaultTableOptions, 'faults' | 'wait' | 'onFault'>,
): Promise<FaultTable> {
  const settings = { ...(faults && { faults }), ...(wait !== undefined && { wait }), ...(onFault && { onFault }) };
  return recorded(module, options, async ({ dir, common }) =>
    faultTable(await loadScenario(dir), module.profile, { ...common, ...settings }),
  );
}

interface Recorded {
  dir: string;
  scenario: Scenario;
  common: Pick<JourneyOptions, 'placeholders' | 'environment'>;
  /** Of the live provider. */
  url: string;
  notes: string[];
  /** Folder for whatever is needed besides. */
  workshop: string;
}

async function recorded<T>(
  module: AgentModule,
  options: Omit<JourneyOptions, 'replays'>,
  use: (recorded: Recorded) => Promise<T>,
): Promise<T> {
  const { profile } = module;
  const workshop = await createSandbox(`${profile.name}-journey`);
  const live = await startLive(options.root, workshop.run, module.replies);
  try {
    const url = `${live.url}${module.basePath ?? ''}`;
    const { variable } = profile.provider!.upstream;
    const keys = Object.fromEntries(profile.provider!.credentials.map((name) => [name, KEY]));
    const dir = await author(join(workshop.run, 'scenarios'), module);
    const environment = { ...options.environment, ...keys, [variable]: url };
    const scenario = await loadScenario(dir, { forRecord: true });
    const common = { placeholders: options.placeholders, environment };
    const { notes } = await recordScenario(scenario, profile, { ...common, tool: 'test-agents', now: new Date() });
    return await use({ dir, scenario, common, url, notes, workshop: workshop.tmp });
  } finally {
    await live.stop();
    await workshop.remove();
  }
}

async function author(folder: string, { profile, header, steps = STEPS }: AgentModule): Promise<string> {
  const dir = join(folder, 'journey');
  await mkdir(dir, { recursive: true });
  const first = {
    type: 'fixture',
    fixture: 'input',
    schema: 1,
    scenario: 'journey',
    description: 'A report is written, then read.',
    agent: profile.name,
    seam: 'provider',
    headerClass: 'journey',
    pin: true,
    ...header,
  };
  await writeFile(join(dir, 'input.jsonl'), formatJsonl([first, { op: 'initialize' }, { op: 'new_session' }, ...steps]));
  return dir;
}

async function replay(
  { profile, version }: AgentModule,
  dir: string,
  parent: string,
  { notes, bare, ...options }: JourneyOptions & { notes: string[]; bare: number[] },
): Promise<Journey> {
  await mkdir(parent, { recursive: true });
  await promisify(execFile)('git', ['init', '-q', parent]);
  const problems = notes.map((note) => `recording: ${note}`);
  const runs: Run[] = [];
  const count = { green: 0, unconsumed: 0, leftRunning: 0 };
  for (let at = 1; at <= options.replays; at++) {
    const run = await runScenario(await loadScenario(dir), profile, {
      runMode: 'replay',
      placeholders: options.placeholders,
      environment: options.environment,
      keepSandbox: true,
      // Every second replay lies in a git work tree whose name holds spaces.
      ...(at % 2 === 1 && { variation: { parent } }),
    });
    runs.push(run);
    count.leftRunning += endProcessesIn(run.sandbox!).length;
    await removeFolder(run.sandbox!);
    count.unconsumed += run.replayProblems.filter(({ code }) => code === 'ACP_REPLAY_LEFT_OVER').length;
    const wrong = whatIsWrong(run);
    if (wrong.length === 0) count.green++;
    else problems.push(...wrong.map((text) => `replay ${at}: ${text}`));
  }
  const last = runs.at(-1)!;
  const changes =
    count.green === options.replays
      ? await change(dir, last, {
          runMode: 'replay',
          placeholders: options.placeholders,
          environment: options.environment,
        })
      : NO_CHANGES;
  problems.push(...changes.problems);
  const result: AgentResult = {
    agent: profile.name,
    version,
    node: profile.node ?? process.version,
    replays: runs.length,
    ...count,
    mutationsTried: changes.tried,
    mutationsCaught: changes.caught,
    replay_s: median(runs.map(({ durationMs }) => durationMs / 1000)),
    bare_s: median(bare),
    attempts: attemptsOf(last),
  };
  const normalizers = last.surfaces
    .map(({ surface, normalized }) => ({ surface, counts: normalized }))
    .filter(({ counts }) => counts.length > 0);
  return { result, problems, normalizers, mutations: changes.lines, isMutated: changes.tried > 0 && changes.problems.length === 0 };
}

interface Changes {
  readonly tried: number;
  readonly caught: number;
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/** Surfaces that an agent of the provider seam has from its own session log alone. */
const FROM_THE_LOG: readonly SurfaceId[] = ['session-log', 'tool-calls'];

/** What the run captured is changed in memory, surface by surface and leaf by leaf; then files on disk, and the agent is booted anew. */
async function change(dir: string, run: Run, options: RunOptions): Promise<Changes> {
  const { done, untried } = await mutate(run);
  const [undeclared, empty] = partition(untried, ({ surface }) => !run.profile.sessionLog && FROM_THE_LOG.includes(surface));
  const leaves = await mutateLeaves(run, SEED);
  const edits = await edit(dir, run.profile, options);
  const named = edits.flatMap(({ files, wanted, named: by }) =>
    wanted.map((surface) => ({ surface, files, caught: by.includes(surface) })),
  );
  const sum = (pick: (one: (typeof leaves)[number]) => number): number => leaves.reduce((total, one) => total + pick(one), 0);
  return {
    tried: done.length + sum(({ tried }) => tried) + named.length,
    caught: done.filter(({ caught }) => caught).length + sum(({ caught }) => caught) + named.filter(({ caught }) => caught).length,
    lines: [
      `captured: ${done.map(({ surface, caught }) => `${surface} ${caught ? 1 : 0}/1`).join(', ')}`,
      ...leaves.map(
        ({ part, tried, caught, lost, volatile, wrong }) =>
          `${part}: ${caught}/${tried} caught, ${lost} given up by the compare mode, ${wrong.filter((text) => text.startsWith('flagged')).length}/${volatile} volatile flagged`,
      ),
      ...undeclared.map(({ surface }) => `${surface}: not compared, the profile declares no sessionLog`),
      ...edits.map(
        ({ files, wanted, named: by }) =>
          `on disk: ${files.join(', ')}: wanted ${wanted.join(', ')}; the replay named ${by.join(', ') || 'none'}`,
      ),
    ],
    problems: [
      ...done.flatMap(({ surface, caught }) => (caught ? [] : [`a change of ${surface} was not caught`])),
      ...empty.map(({ surface, why }) => `nothing of ${surface} was changed: ${why}`),
      ...leaves.flatMap(({ wrong }) => wrong),
      ...named.flatMap(({ surface, files, caught }) =>
        caught ? [] : [`a change of ${files.join(', ')} on disk: the replay did not name ${surface}`],
      ),
    ],
  };
}

function partition<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

/** Attempts to reach a host, where the run tells them. */
function attemptsOf(run: Run): number {
  return run.network?.attempts.length ?? 0;
}

function whatIsWrong(run: Run): string[] {
  const broken = neverAccept(run).map(
    ({ code, summary, facts }) => `${code} ${summary} ${(facts ?? []).map((fact) => fact.join(': ')).join('; ')}`,
  );
  const changed = compareRun(run).filter(({ status }) => status !== 'matched' && status !== 'skipped');
  return [
    ...broken,
    ...changed.flatMap(({ surface, status, changes }) => [
      `${surface} ${status}`,
      ...changes.slice(0, 6).map(({ label, path, expected, actual }) => `  ${label} ${path}: ${short(expected)} → ${short(actual)}`),
    ]),
  ];
}

const short = (text: string | undefined): string => (text ?? 'absent').slice(0, 200);

const median = (values: readonly number[]): number => Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!.toFixed(2));
