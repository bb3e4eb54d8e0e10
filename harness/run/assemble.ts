import type { Problem } from '../errors/acp-error.js';
import type { Outcome, ReplayPlan } from '../schema/index.js';
import type { ShutdownResult } from '../process/index.js';
import type { Drive, TimedStep } from './drive.js';
import { findingsOf, type RunFinding } from './findings.js';
import { judgeNetwork } from './network.js';
import { judgeReplay } from './replay-problems.js';
import type { Run, RunStep } from './run.js';
import { surfacesOf } from './surfaces.js';
import { timelineOf } from './timeline.js';

/** What a run gathered, before anything is concluded from it. Filled as the run goes. */
export type Captured = Pick<Run, 'scenario' | 'profile' | 'runMode'> & {
  -readonly [Key in 'command' | 'frames' | 'decisions' | 'logs' | 'workspace' | 'stderrTail' | 'durationMs']: Run[Key];
} & {
  drive: Drive;
  cleanupProblems: Problem[];
  exit?: ShutdownResult;
  failure?: Problem;
  sessionLogs?: Run['sessionLogs'];
  bindings?: ReplayPlan['bindings'];
  pid?: number;
  cassette?: string;
  callIds?: readonly string[];
  wireNormalizers?: Run['wireNormalizers'];
  providerUrl?: Run['providerUrl'];
  pin?: Run['pin'];
  pinned?: Run['pinned'];
  network?: Run['network'];
  sandbox?: string;
  /** When the tap's clock started, ms since the epoch: puts the provider's decisions on it. */
  bootedAt?: number;
  strays?: Run['strays'];
};

/** Draws the conclusions: replay problems, findings, outcome, surfaces. */
export async function assembleRun(captured: Captured): Promise<Run> {
  const { drive, exit, failure, scenario } = captured;
  const verdict = judgeReplay(scenario, captured.decisions, captured.runMode, failure);
  const findings = await findingsOf(
    { ...captured, prompted: drive.prompts.length > 0, ...(exit && { exit }) },
    captured.profile,
    scenario.header,
  );
  // A refused call is the cause of whatever failed after it; a broken run is the cause of what it left over.
  const refused = verdict.refused.length > 0;
  const run: Run = {
    scenario,
    profile: captured.profile,
    runMode: captured.runMode,
    command: captured.command,
    frames: captured.frames,
    decisions: captured.decisions,
    findings,
    surfaces: [],
    stderrTail: captured.stderrTail,
    durationMs: captured.durationMs,
    replayProblems: refused ? verdict.refused : failure ? [] : verdict.leftOver,
    networkProblems: judgeNetwork(scenario.name, captured.network),
    cleanupProblems: captured.cleanupProblems,
    timeline: timelineOf({ frames: captured.frames, steps: drive.steps, decisions: captured.decisions, bootedAt: captured.bootedAt }),
    steps: drive.steps.map(describeStep),
    logs: captured.logs,
    ...(captured.sessionLogs && { sessionLogs: captured.sessionLogs }),
    workspace: captured.workspace,
    ...(exit && { outcome: outcomeOf(exit, drive, findings) }),
    ...(failure && (refused ? { consequence: failure } : { failure })),
    ...(exit && { exit }),
    ...(captured.strays && { strays: captured.strays }),
    ...(captured.network && { network: captured.network }),
    ...(captured.bindings && { bindings: captured.bindings }),
    ...(captured.pid !== undefined && { pid: captured.pid }),
    ...(captured.wireNormalizers && { wireNormalizers: captured.wireNormalizers }),
    ...(captured.providerUrl !== undefined && { providerUrl: captured.providerUrl }),
    ...(captured.cassette !== undefined && { cassette: captured.cassette }),
    ...(captured.callIds && { callIds: captured.callIds }),
    ...(captured.pin && { pin: captured.pin }),
    ...(captured.pinned && { pinned: captured.pinned }),
    ...(captured.sandbox !== undefined && { sandbox: captured.sandbox }),
    ...agentVersionOf(captured),
  };
  return { ...run, surfaces: surfacesOf(run) };
}

function outcomeOf(exit: ShutdownResult, drive: Drive, findings: readonly RunFinding[]): Outcome {
  return {
    schema: 1,
    exitCode: exit.exitCode,
    signal: exit.signal,
    shutdown: exit.shutdown,
    prompts: [...drive.prompts],
    findings: [...new Set(findings.filter(({ allowed }) => allowed).map(({ rule }) => rule))].sort(),
  };
}

function describeStep({ op, line, start, end, failed }: TimedStep): RunStep {
  const took = end === undefined ? 'not ended' : `${Math.round(end - start)} ms`;
  return { op, line, note: failed ? `failed after ${took}` : took };
}

/** The first answer that names the agent. */
function agentVersionOf({ frames }: Captured): { agentVersion?: string } {
  for (const { from, value } of frames) {
    const info =
      from === 'agent'
        ? (value?.['result'] as { agentInfo?: { name?: unknown; version?: unknown } } | null | undefined)?.agentInfo
        : undefined;
    if (info) return { agentVersion: [info.name, info.version].filter((part) => typeof part === 'string').join(' ') };
  }
  return {};
}
