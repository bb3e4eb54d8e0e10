import { checkFrames } from '../conformance/index.js';
import { carriedReplies, openingOf } from '../dialects/index.js';
import { checkLogInvariants } from '../normalize/index.js';
import { checkLogAgainst, parseSessionLog } from '../replay/index.js';
import type { ShutdownResult } from '../process/index.js';
import { isWireRequest, type AgentProfile, type AnyRequest, type Decision, type InputHeader, type ReplayPlan } from '../schema/index.js';
import type { HarvestedLogs } from '../session-logs/index.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import { callsOf } from './decisions.js';
import type { HarvestedLog } from './logs.js';

/** What a rule reports about a run: of the protocol, of the raw session log, or of how the agent ended. */
export interface RunFinding {
  rule: string;
  severity: 'error' | 'warning';
  message: string;
  /** Ordinal of the frame in the run, from 1. */
  frame?: number;
  /** The scenario's header allows it by name. */
  allowed: boolean;
}

export interface Observed {
  frames: readonly CapturedFrame[];
  logs: readonly HarvestedLog[];
  decisions: readonly Decision[];
  bindings?: ReplayPlan['bindings'];
  exit?: ShutdownResult;
  /** Logs in a form of the agent's own. */
  sessionLogs?: HarvestedLogs | undefined;
  /** Whether any prompt was answered. */
  prompted?: boolean;
}

/** Where findings come from. */
export type FindingSource = 'frames' | 'logs' | 'calls' | 'end';
const SOURCES: readonly FindingSource[] = ['frames', 'logs', 'calls', 'end'];

/** Every finding of a run (or of the sources named), in the order: frames, logs, model calls, end. */
export async function findingsOf(
  observed: Observed,
  profile: AgentProfile,
  header: InputHeader,
  sources: readonly FindingSource[] = SOURCES,
): Promise<RunFinding[]> {
  const found: Omit<RunFinding, 'allowed'>[] = [
    ...(sources.includes('frames') ? await frameFindings(observed.frames, profile) : []),
    ...(sources.includes('logs') ? observed.logs.flatMap((log, index) => logFindings(log, index, observed)) : []),
    ...(sources.includes('logs') ? foreignLogFindings(observed, profile) : []),
    ...(sources.includes('calls') ? unknownTools(observed.decisions) : []),
    ...(sources.includes('end') ? endFindings(observed.exit) : []),
  ];
  const allowed = new Set(header.allow?.map(({ finding }) => finding));
  return found.map((finding) => ({ ...finding, allowed: allowed.has(finding.rule) }));
}

async function frameFindings(frames: readonly CapturedFrame[], profile: AgentProfile): Promise<Omit<RunFinding, 'allowed'>[]> {
  const found = await checkFrames(frames, { isAllowedNoise: (frame) => isAllowedNoise(frame, profile) });
  return found.map(({ frame, ...finding }) => ({ ...finding, ...(frame !== undefined && { frame: frame + 1 }) }));
}

/** A stdout line that is no frame, and that the profile allows. */
export function isAllowedNoise(frame: CapturedFrame, profile: AgentProfile): boolean {
  return frame.noise !== undefined && (profile.noise ?? []).some(({ pattern }) => new RegExp(pattern, 'u').test(frame.raw));
}

/**
 * What the expected log drops is checked on the raw one: places contiguous, times present and never backwards, what it
 * points at, its own id, and the bulk that stands in the model calls.
 */
function logFindings({ session, text, torn }: HarvestedLog, index: number, observed: Observed): Omit<RunFinding, 'allowed'>[] {
  const file = `${session}.jsonl`;
  const error = (rule: string, message: string): Omit<RunFinding, 'allowed'> => ({ rule, severity: 'error', message: `${file}${message}` });
  const found = torn === undefined ? [] : [error('log-torn', ': the last line was cut off')];
  try {
    const log = parseSessionLog(text, file);
    const { id } = log.header;
    const requests = callsOf(observed.decisions).flatMap(({ lane, request }) =>
      lane === index + 1 && !isWireRequest(request) ? [request] : [],
    );
    const problems = [...checkLogInvariants(log), ...checkLogAgainst(log, requests, observed.bindings ?? { cwd: [], home: [], tmp: [] })];
    return [
      ...found,
      ...(id === session ? [] : [error('log-id', `: its header names session ${id}`)]),
      ...problems.map(({ rule, message, event }) => error(rule, `, event ${event}: ${message}`)),
    ];
  } catch (thrown) {
    return [...found, { rule: 'log-unreadable', severity: 'error', message: (thrown as Error).message }];
  }
}

/** A log in a form of its own promises nothing but to be there once there was a prompt, and to be whole. */
function foreignLogFindings({ sessionLogs, prompted }: Observed, profile: AgentProfile): Omit<RunFinding, 'allowed'>[] {
  if (!sessionLogs) return [];
  const error = (rule: string, message: string): Omit<RunFinding, 'allowed'> => ({ rule, severity: 'error', message });
  const torn = sessionLogs.logs.filter((log) => log.torn !== undefined);
  const { folder, files } = profile.sessionLog!;
  return [
    ...(prompted && sessionLogs.logs.length === 0 ? [error('log-missing', `no session log was found: ${files} below ${folder}`)] : []),
    ...torn.map((log) => error('log-torn', `${log.files.at(-1)}: the last record was cut off`)),
  ];
}

function unknownTools(decisions: readonly Decision[]): Omit<RunFinding, 'allowed'>[] {
  const unknown = new Set<string>();
  for (const { request } of callsOf(decisions)) {
    if (typeof request.tools === 'string') continue;
    const offered = new Set(offeredIn(request));
    // On the wire titles and the like offer none, whatever stands in the conversation.
    if (isWireRequest(request) && offered.size === 0) continue;
    for (const name of calledIn(request)) if (!offered.has(name)) unknown.add(name);
  }
  return [...unknown].map((name) => ({
    rule: 'unknown-tool',
    severity: 'error',
    message: `the model called "${name}", which is not among the tools it was offered`,
  }));
}

/** Names of the tools that a request offers. */
function offeredIn(request: AnyRequest): string[] {
  if (isWireRequest(request)) return openingOf(request.dialect, request).tools;
  return typeof request.tools === 'string' ? [] : request.tools.map(({ name }) => name);
}

/** Names of the tools that the model called so far. */
function calledIn(request: AnyRequest): string[] {
  if (isWireRequest(request)) return carriedReplies(request.dialect, request).flatMap(({ calls }) => calls.map(({ name }) => name));
  const blocks = request.messages.flatMap(({ content }) => content);
  return blocks.flatMap((block) => (block.type === 'tool-call' ? [block.name] : []));
}

function endFindings(exit: ShutdownResult | undefined): Omit<RunFinding, 'allowed'>[] {
  if (!exit) return [];
  const found: Omit<RunFinding, 'allowed'>[] = [];
  const how = exit.signal === null ? `exit code ${exit.exitCode}` : exit.signal;
  if (exit.shutdown === 'exited-early')
    found.push({ rule: 'agent-crash', severity: 'error', message: `the agent ended before its stdin did (${how})` });
  else if (exit.shutdown !== 'stdin-end')
    found.push({ rule: 'agent-hang', severity: 'error', message: `the agent did not end when its stdin did (${how})` });
  else if (exit.signal !== null) found.push({ rule: 'agent-crash', severity: 'error', message: `the agent was ended by ${exit.signal}` });
  if (exit.endedLeftovers)
    found.push({ rule: 'process-left', severity: 'warning', message: 'the agent left processes of its group behind; they were ended' });
  if (!exit.drained)
    found.push({
      rule: 'pipe-held',
      severity: 'warning',
      message: "something outside the agent's process group still held its stdout or stderr",
    });
  return found;
}
