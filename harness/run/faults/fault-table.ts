import { FAULT_NAMES, type AgentProfile, type FaultRecord } from '../../schema/index.js';
import { parseFault } from '../../faults/index.js';
import type { Scenario } from '../../scenario/index.js';
import { runFault, type FaultRun, type FaultRunOptions } from './run-fault.js';

export interface FaultTableOptions extends Omit<FaultRunOptions, 'fault'> {
  /** Which faults; every one where absent. */
  faults?: readonly string[];
  /** Agents booted at the same time; 1 where absent. */
  concurrency?: number;
  /** Told as each fault is through. */
  onFault?: (fault: string) => void;
}

/** What an agent makes of each fault. */
export interface FaultTable {
  readonly scenario: string;
  readonly agent: string;
  readonly agentVersion?: string;
  readonly rows: readonly FaultRow[];
}

export interface FaultRow extends Pick<FaultRun, 'retriesSeen' | 'detail'> {
  readonly record: FaultRecord;
  /** Why the row is wrong whatever an agent means by it; absent where nothing is. */
  readonly wrong?: readonly string[];
}

/**
 * Puts one fault after the other on a model call of a scenario. `times` is left out of faults that cannot be counted.
 *
 * @throws AcpError `ACP_FAULT_…`
 */
export async function faultTable(scenario: Scenario, profile: AgentProfile, options: FaultTableOptions): Promise<FaultTable> {
  const { faults = FAULT_NAMES, concurrency = 1, onFault, times, ...common } = options;
  const parsed = faults.map(parseFault);
  const runs: FaultRun[] = [];
  const queue = [...parsed.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, { text, name }] = next;
      const counted = times !== undefined && name !== 'refused';
      runs[at] = await runFault(scenario, profile, { ...common, ...(counted && { times }), fault: text });
      onFault?.(text);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  const agentVersion = runs.find(({ run }) => run.agentVersion !== undefined)?.run.agentVersion;
  return {
    scenario: scenario.name,
    agent: profile.name,
    ...(agentVersion !== undefined && { agentVersion }),
    rows: runs.map(({ record, retriesSeen, detail }): FaultRow => {
      const wrong = wrongIn(record);
      return {
        record,
        ...(retriesSeen !== undefined && { retriesSeen }),
        ...(detail !== undefined && { detail }),
        ...(wrong.length > 0 && { wrong }),
      };
    }),
  };
}

/** What no agent may make of a fault of its provider. */
function wrongIn({ end, log, left = [], findings = [] }: FaultRecord): string[] {
  return [
    ...(end === 'exited' ? ['the agent ended'] : []),
    ...(end === 'unanswered' ? ['the prompt was never answered, not even when it was cancelled'] : []),
    ...(log?.torn ? ['its log ends in the middle of a record'] : []),
    ...left.map((what) => `it left behind: ${what}`),
    ...findings.map((rule) => `it broke the protocol: ${rule}`),
  ];
}
