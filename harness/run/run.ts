import type { Problem } from '../errors/acp-error.js';
import type { ShutdownResult } from '../process/index.js';
import type { Pin, Scenario } from '../scenario/index.js';
import type { AgentProfile, Decision, NetworkReport, NormalizerCount, Outcome, ReplayPlan, TimelineItem } from '../schema/index.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import type { SurfaceActual } from '../surfaces/actual.js';
import type { FaultOptions } from '../provider/index.js';
import type { FaultWatch } from './faults/watch.js';
import type { RunFinding } from './findings.js';
import type { HarvestedLogs } from '../session-logs/index.js';
import type { HarvestedLog } from './logs.js';
import type { Placeholders } from './placeholders.js';
import type { RunMode } from './plan.js';
import type { Variation } from './variation.js';
import type { LeftFile } from './workspace.js';

export interface RunOptions {
  runMode: RunMode;
  placeholders: Placeholders;
  /** The caller's environment; only allow-listed names of it reach the agent. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the ledger, so that what a killed worker leaves can be swept. */
  ledger?: string;
  /** Called around each step; has to call `body`. */
  onStep?: (step: Scenario['steps'][number]['step'], line: number, body: () => Promise<void>) => Promise<void>;
  /** False only for logs of a foreign agent, whose requests cannot match. */
  verify?: boolean;
  /** Files of the header class's pin, where they are not to be looked for in the scenario's folder. */
  pin?: Pin;
  /** What is given otherwise than in every run. */
  variation?: Variation;
  /** A fault of the provider that one model call meets; the run ends with the turn that met it. Run mode is replay. */
  fault?: RunFault;
  /** Keeps the sandbox, for a look at it; its folder is `run.sandbox`. */
  keepSandbox?: boolean;
}

/** A fault and what looks for the end of the turn that meets it. */
export interface RunFault extends Pick<FaultOptions, 'name' | 'call' | 'times'> {
  watch: FaultWatch;
}

/** One step of the input, as the report shows it. */
export interface RunStep {
  op: string;
  line: number;
  note: string;
}

/** Everything one run of a scenario produced. Kept also where it broke. */
export interface Run {
  scenario: Scenario;
  profile: AgentProfile;
  runMode: RunMode;
  /** Command as booted, placeholders filled. */
  command: readonly string[];
  /** All lines of both directions. */
  frames: readonly CapturedFrame[];
  decisions: readonly Decision[];
  /** Absent where the agent was never booted. */
  outcome?: Outcome;
  findings: readonly RunFinding[];
  /** All nine, in report order. */
  surfaces: readonly SurfaceActual[];
  stderrTail: string;
  durationMs: number;
  /** Why the run broke. Where `replayProblems` holds the cause, the step that failed of it stands in `consequence`. */
  failure?: Problem;
  consequence?: Problem;
  /** Drift, miss, ambiguous, exhausted, left over. */
  replayProblems: readonly Problem[];
  /** What the agent could see of the network and what it tried to reach; absent in record, which is never sealed. */
  network?: NetworkReport;
  /** Attempts to reach a host that the profile does not name. */
  networkProblems: readonly Problem[];
  /** Failures of cleaning up, which never hide the real one. */
  cleanupProblems: readonly Problem[];
  timeline: readonly TimelineItem[];
  steps: readonly RunStep[];
  /** Name and version as the agent told them. */
  agentVersion?: string;
  /** Session logs in lane order. */
  logs: readonly HarvestedLog[];
  /** Logs in a form of the agent's own, where its profile says how they are read (`sessionLog`). */
  sessionLogs?: HarvestedLogs;
  workspace: readonly LeftFile[];
  bindings?: ReplayPlan['bindings'];
  /** Provider seam: what was normalized in the requests while they were compared. */
  wireNormalizers?: readonly NormalizerCount[];
  /** Where the agent found the provider, in the provider seam. */
  providerUrl?: string;
  /** Provider seam, in record: the text of `provider-replay.jsonl`. */
  cassette?: string;
  /** Pids of processes that had left the agent's group and were ended with its network, where that is sealed. */
  strays?: readonly number[];
  exit?: ShutdownResult;
  /** Provider seam: ids of the tool calls that the replay source makes, in its order. */
  callIds?: readonly string[];
  /** Pid of the agent, where it was booted. */
  pid?: number;
  pin?: Pin;
  /** The pin's bytes on disk at the time of the run, where another scenario holds them. */
  pinned?: ReadonlyMap<string, Uint8Array>;
  /** Kept sandbox. */
  sandbox?: string;
}
