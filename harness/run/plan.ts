import { access, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import type { Sandbox } from '../process/index.js';
import type { Identity } from '../redact/index.js';
import { findPin, type Pin, type Scenario } from '../scenario/index.js';
import type { ReplayPlan } from '../schema/index.js';
import { redactedIn } from './identity.js';

export type RunMode = ReplayPlan['runMode'];

/** Spellings of the sandbox's folders. The first of each is the one bound in replay. */
export function bindingsOf(sandbox: Sandbox): ReplayPlan['bindings'] {
  return { cwd: [sandbox.cwd], home: [sandbox.home], tmp: [sandbox.tmp] };
}

/** Where the decisions of a run are appended: outside the agent's cwd. */
export function decisionFile(sandbox: Sandbox): string {
  return join(sandbox.run, 'decisions.jsonl');
}

export interface PlanOptions {
  runMode: RunMode;
  /** Of the machine that runs this. */
  identity?: Identity;
  verify?: boolean;
  pin?: Pin;
}

/** A plan without a recording: every model call misses. */
export function emptyPlan(name: string, sandbox: Sandbox, runMode: RunMode, verify = true): ReplayPlan {
  return {
    type: 'replay-plan',
    schema: 1,
    scenario: name,
    runMode,
    sources: [],
    verify,
    decisions: decisionFile(sandbox),
    bindings: bindingsOf(sandbox),
  };
}

/** The replay plan of a scenario of the session seam, or of seam `none` for an agent of that seam. */
export async function makePlan(scenario: Scenario, sandbox: Sandbox, options: PlanOptions): Promise<ReplayPlan> {
  const { files, dir } = scenario;
  const plan = emptyPlan(scenario.name, sandbox, options.runMode, options.verify);
  if (options.identity) plan.identity = copyOf(options.identity);
  if (options.runMode === 'record') return plan;
  plan.sources = files.sources;
  if (files.override) plan.override = files.override;
  const requests = join(dir, 'requests.expected.jsonl');
  if (!files.damaged?.has('requests.expected.jsonl') && (await exists(requests))) {
    plan.expectedRequests = requests;
    if (options.identity) plan.identity = copyOf(redactedIn(await requestTexts(scenario, options.pin), options.identity));
  }
  // Refresh never reads the pin: it tokenizes by class name, so that no order between scenarios matters.
  const pin = options.pin && options.runMode === 'replay' ? await pinFiles(options.pin, scenario) : undefined;
  if (pin) plan.pin = pin;
  return plan;
}

const copyOf = ({ homes, users, hosts }: Identity): NonNullable<ReplayPlan['identity']> => ({
  homes: [...homes],
  users: [...users],
  hosts: [...hosts],
});

/** What is expected of the requests, as committed. */
async function requestTexts({ files }: Scenario, pin: Pin | undefined): Promise<string[]> {
  const own = ['requests.expected.jsonl', 'system-prompt.expected.md', 'tool-schemas.expected.json'].flatMap((name) => {
    const bytes = files.expected.get(name);
    return bytes ? [new TextDecoder().decode(bytes)] : [];
  });
  const pinned = pin ? await Promise.all([pin.system, pin.tools].map((file) => readFile(file, 'utf8').catch(() => ''))) : [];
  return [...own, ...pinned];
}

/**
 * The pin of a scenario's header class; itself where it is the pin; undefined where it belongs to no class. Only a
 * replay needs it: while a class is being recorded its pin may not stand yet.
 */
export async function pinOf(scenario: Scenario, runMode: RunMode): Promise<Pin | undefined> {
  const { headerClass } = scenario.header;
  if (headerClass === undefined) return undefined;
  const pin = findPin(dirname(scenario.dir), headerClass);
  return runMode === 'replay' ? pin : pin.catch(() => undefined);
}

/** The pin's files by name, as far as they exist, where another scenario holds them. */
export async function readPinned(pin: Pin, scenario: Scenario): Promise<Map<string, Uint8Array>> {
  const pinned = new Map<string, Uint8Array>();
  if (pin.scenario === scenario.name) return pinned;
  for (const file of [pin.system, pin.tools]) {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes) pinned.set(basename(file), bytes);
  }
  return pinned;
}

/** A pin without its files is refused, but in its own scenario, whose surfaces then say that they are missing. */
async function pinFiles(pin: Pin, scenario: Scenario): Promise<ReplayPlan['pin']> {
  for (const file of [pin.system, pin.tools]) {
    if (await exists(file)) continue;
    if (pin.scenario === scenario.name) return undefined;
    throw scenarioErrors.pinIncomplete(file, scenario.header.headerClass!);
  }
  return { system: pin.system, tools: pin.tools };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
