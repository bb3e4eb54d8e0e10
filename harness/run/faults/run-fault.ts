import { faultErrors } from '../../errors/faults.js';
import { parseFault } from '../../faults/index.js';
import type { Scenario } from '../../scenario/index.js';
import type { AgentProfile, FaultRecord } from '../../schema/index.js';
import { callsOf } from '../decisions.js';
import type { Run, RunOptions } from '../run.js';
import { runScenario } from '../run-scenario.js';
import { detailOf, recordOf, retriesOf } from './record.js';
import { createFaultWatch } from './watch.js';

export interface FaultRunOptions extends Pick<RunOptions, 'placeholders' | 'environment' | 'ledger' | 'onStep'> {
  /** E.g. `429` or `reset-after:3`. */
  fault: string;
  /** Which model call meets it, from 1: conversations that offer tools first. 1 where absent. */
  call?: number;
  /** How many attempts at that call meet it; all where absent. */
  times?: number;
  /** How long the turn may go on once the fault showed, in milliseconds; then it is cancelled. {@link DEFAULT_WAIT} where absent. */
  wait?: number;
}

/** What an agent made of a fault, with the run that showed it. */
export interface FaultRun {
  record: FaultRecord;
  /** Further attempts that were seen until the turn was ended, by us too. */
  retriesSeen?: number;
  /** What the error of the answer holds beside its message. */
  detail?: string;
  run: Run;
}

export const DEFAULT_WAIT = 15_000;

/**
 * Replays a scenario up to the turn in which its provider fails, and ends there. Nothing is compared and nothing written.
 * In the session seam a loopback provider words the recorded replies in the agent's dialect, so that its live adapter
 * is what meets the fault.
 *
 * @throws AcpError `ACP_FAULT_…`: no such fault, no such call, a call that was not reached
 *
 * @example
 * const { record } = await runFault(scenario, profile, { fault: 'reset-after:3', placeholders, environment: process.env });
 */
export async function runFault(scenario: Scenario, profile: AgentProfile, options: FaultRunOptions): Promise<FaultRun> {
  const { fault: name, call = 1, times, wait = DEFAULT_WAIT, ...rest } = options;
  const fault = parseFault(name);
  if (!(Number.isFinite(wait) && wait > 0)) throw faultErrors.badSetting('wait', wait, 'a number of milliseconds above 0');
  const watch = createFaultWatch(wait);
  const run = await runScenario(scenario, profile, {
    ...rest,
    runMode: 'replay',
    fault: { name, call, ...(times !== undefined && { times }), watch },
  });
  const impossible = reasonOf(run);
  if (impossible !== undefined) return { record: { type: 'fault', fault: name, call, end: 'impossible', reason: impossible }, run };
  if (watch.turn === undefined) throw notReached(run, name, call);
  const retriesSeen = retriesOf(run, fault);
  const record = recordOf(run, { fault, call, turn: watch.turn, ...(times !== undefined && { times }) });
  const detail = record.error && detailOf(run);
  return {
    record,
    ...(detail !== undefined && { detail }),
    ...(retriesSeen !== undefined && { retriesSeen }),
    run,
  };
}

/** Why the recorded reply could not have the fault: it was served as it is. */
function reasonOf({ decisions }: Run): string | undefined {
  const calls = callsOf(decisions);
  if (calls.some(({ fault }) => fault)) return undefined;
  return calls.find(({ code, reason }) => code === undefined && reason !== undefined)?.reason;
}

function notReached(run: Run, name: string, call: number): Error {
  // What is left over of the recording is what was not reached.
  const [problem] = [...run.replayProblems.filter(({ code }) => code !== 'ACP_REPLAY_LEFT_OVER'), ...(run.failure ? [run.failure] : [])];
  // What the fault itself is refused for, or what the agent could not be booted for, is told as it is.
  if (problem?.code.startsWith('ACP_FAULT_')) return faultErrors.told(problem);
  const calls = callsOf(run.decisions).length;
  const made = calls === 1 ? 'it made 1 model call' : `it made ${calls} model calls`;
  return faultErrors.notReached(run.scenario.name, name, call, problem ? `${problem.summary} (${problem.code})` : made);
}
