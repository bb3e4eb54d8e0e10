import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../errors/acp-error.js';
import { doctorErrors } from '../../errors/doctor.js';
import { createSandbox } from '../../process/index.js';
import { loadScenario, writeExpected } from '../../scenario/index.js';
import type { AgentProfile } from '../../schema/index.js';
import { compareRun } from '../compare.js';
import { neverAccept } from '../never-accept.js';
import type { Placeholders } from '../placeholders.js';
import { refreshFiles } from '../refresh.js';
import type { Run, RunOptions } from '../run.js';
import { runScenario } from '../run-scenario.js';
import { dateRules } from './dates.js';
import { proposeNormalizers, type Unexplained } from './propose.js';
import { suggestCassette, withOwnTmp } from './suggest.js';
import type { Probe } from './ways-in.js';

/** Whether a suggested profile drives the agent through an authored scenario, and what that took. */
export interface Trial {
  /** With what the trial added: hosts, normalizers. */
  profile: AgentProfile;
  /** Name of the scenario, and its files by path. */
  scenario: string;
  files: ReadonlyMap<string, Uint8Array>;
  /** The last replay matched in all. */
  green: boolean;
  /** Why it is not. */
  problems: readonly Problem[];
  /** What differed from run to run and no rule was found for. */
  unexplained: readonly Unexplained[];
}

export interface TrialOptions {
  placeholders: Placeholders;
  environment: RunOptions['environment'];
  prompt: string;
  ledger?: string;
}

const SCENARIO = 'hello';
const MOST_ROUNDS = 6;

/**
 * Writes the authored scenario into a folder of its own, lets a refresh expect what the agent says, runs it again in
 * other folders, and proposes a rule for what differs; until a replay is green or nothing more can be proposed.
 */
export async function tryProfile(suggested: AgentProfile, probe: Probe, options: TrialOptions): Promise<Trial> {
  const stored = options.ledger === undefined ? {} : { ledger: options.ledger };
  const workshop = await createSandbox('doctor-trial', stored);
  const runOptions = { placeholders: options.placeholders, environment: options.environment, ...stored };
  let profile = suggested;
  const allow = new Map<string, string>();
  const trial: Trial = { profile, scenario: SCENARIO, files: new Map(), green: false, problems: [], unexplained: [] };
  try {
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const dir = join(workshop.run, `round-${round}`, SCENARIO);
      await writeAuthored(dir, profile, probe, options.prompt, allow);
      const first = await runScenario(await loadScenario(dir), profile, { ...runOptions, runMode: 'refresh' });
      const excused = excuse(first, profile, allow);
      if (excused) {
        profile = excused;
        continue;
      }
      const problems = neverAccept(first);
      if (problems.length > 0) return { ...trial, profile, files: await readFolder(dir), problems };
      writeExpected(first.scenario, refreshFiles(first).write);
      const second = await runScenario(await loadScenario(dir), profile, { ...runOptions, runMode: 'refresh' });
      const { normalizers, unexplained } = proposeNormalizers(changedIn(second));
      if (unexplained.some(isRandomTmp) && profile.env?.['TMPDIR'] === undefined) {
        profile = withOwnTmp(profile, probe);
        continue;
      }
      const requests = first.decisions.flatMap((decision) =>
        decision.type === 'decision' && 'dialect' in decision.request ? [decision.request] : [],
      );
      const known = new Set(profile.normalizers?.map(({ name }) => name));
      const fresh = [...normalizers, ...dateRules(requests, new Date())].filter(({ name }) => !known.has(name));
      if (fresh.length > 0) {
        profile = { ...profile, normalizers: [...(profile.normalizers ?? []), ...fresh] };
        continue;
      }
      const replay = await runScenario(await loadScenario(dir), profile, { ...runOptions, runMode: 'replay' });
      const left = [...unexplained, ...proposeNormalizers(changedIn(replay)).unexplained];
      const isSame = changedIn(replay).length === 0;
      const wrong = [...neverAccept(replay), ...(isSame ? [] : [doctorErrors.unexplained(factsOf(left)).problem])];
      return { ...trial, profile, files: await readFolder(dir), green: wrong.length === 0, problems: wrong, unexplained };
    }
    const rules = (profile.normalizers ?? []).map(({ surface, path }) => ['rule for', `${surface} ${path}`] as const);
    return { ...trial, profile, problems: [doctorErrors.noEnd(MOST_ROUNDS, rules).problem] };
  } finally {
    await workshop.remove();
  }
}

/** A file in TMPDIR that the next run has under another name. */
const isRandomTmp = ({ surface, path, expected, actual }: Unexplained) =>
  surface === 'workspace' && [path, expected, actual].some((text) => text?.includes('.tmp/'));

const MOST_FACTS = 8;

const factsOf = (unexplained: readonly Unexplained[]) =>
  unexplained
    .slice(0, MOST_FACTS)
    .map(
      ({ surface, path, expected, actual }) =>
        [`${surface} ${path}`, `${expected ?? '(absent)'} → ${actual ?? '(absent)'}`.slice(0, 400)] as const,
    );

const changedIn = (run: Run) => compareRun(run).filter(({ status }) => status !== 'matched' && status !== 'skipped');

/** What a run shows that a profile or header may allow by name: hosts, findings. Undefined where there is nothing new. */
function excuse(run: Run, profile: AgentProfile, allow: Map<string, string>): AgentProfile | undefined {
  const findings = run.findings.filter(({ severity, allowed }) => severity === 'error' && !allowed);
  for (const { rule, message } of findings) allow.set(rule, `seen by doctor: ${message}`.slice(0, 200));
  const tried = [...new Set((run.network?.attempts ?? []).filter(({ reason }) => reason === undefined).map(({ host }) => host))];
  if (findings.length === 0 && tried.length === 0) return undefined;
  const hosts = tried.map((host) => ({ host, reason: 'seen by doctor: say what it is for, or turn it off' }));
  return tried.length === 0 ? profile : { ...profile, hosts: [...(profile.hosts ?? []), ...hosts] };
}

async function writeAuthored(
  dir: string,
  profile: AgentProfile,
  probe: Probe,
  prompt: string,
  allow: ReadonlyMap<string, string>,
): Promise<void> {
  const header = {
    type: 'fixture',
    fixture: 'input',
    schema: 1,
    scenario: SCENARIO,
    description: 'One prompt, one answer.',
    agent: profile.name,
    seam: profile.provider ? 'provider' : 'none',
    provenance: { kind: 'authored' },
    ...(allow.size > 0 && { allow: [...allow].map(([finding, reason]) => ({ finding, reason })) }),
  };
  const steps = [
    { op: 'initialize' },
    ...(probe.authenticated === undefined ? [] : [{ op: 'authenticate', methodId: probe.authenticated.id }]),
    { op: 'new_session' },
    { op: 'prompt', text: prompt },
  ];
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'input.jsonl'), linesOf([header, ...steps]));
  if (profile.provider) await writeFile(join(dir, 'provider-replay.jsonl'), linesOf(suggestCassette(SCENARIO, probe.requests)));
}

const linesOf = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

async function readFolder(dir: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      files.set(path.slice(dir.length + 1).replaceAll('\\', '/'), await readFile(path));
    }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
