import { join } from 'node:path';
import { createDriver, type Driver, type PromptOutcome } from '../acp/index.js';
import type { Scenario } from '../scenario/index.js';
import type { Connection } from './connect.js';
import type { FaultWatch } from './faults/watch.js';
import type { RunOptions } from './run.js';

/** A step with its place in the input and on the clock of the tap. `end` is absent where it never ended. */
export interface TimedStep {
  op: string;
  line: number;
  start: number;
  end?: number;
  failed?: true;
}

/** What driving the input showed. Filled as it goes, so that it holds what was seen before a failure too. */
export interface Drive {
  steps: TimedStep[];
  prompts: readonly PromptOutcome[];
  /** Session ids in the order in which the client opened them. */
  opened: string[];
}

export function newDrive(): Drive {
  return { steps: [], prompts: [], opened: [] };
}

/** Executes the scenario's input on a connection. Throws what a step throws. */
export async function drive(
  scenario: Scenario,
  connection: Connection,
  seen: Drive,
  options: Pick<RunOptions, 'onStep'> & { logs?: string; modelCalls?: () => Promise<number>; quiescence?: number; fault?: FaultWatch },
): Promise<void> {
  const { client, tap } = connection;
  const driver: Driver = createDriver(client, {
    file: join(scenario.dir, 'input.jsonl'),
    ...(options.logs !== undefined && { logs: options.logs }),
    ...(options.modelCalls && { modelCalls: options.modelCalls }),
    ...(options.quiescence !== undefined && { quiescence: options.quiescence }),
    onStep: async (step, line, body) => {
      const timed: TimedStep = { op: step.op, line, start: tap.elapsed() };
      seen.steps.push(timed);
      try {
        await (options.onStep ? options.onStep(step, line, body) : body());
      } catch (error) {
        timed.failed = true;
        throw error;
      } finally {
        timed.end = tap.elapsed();
        // An alias may be used again for another session: ids are noted as they come.
        for (const id of driver.sessions.values()) if (!seen.opened.includes(id)) seen.opened.push(id);
      }
    },
  });
  seen.prompts = driver.prompts;
  const { fault } = options;
  if (fault) return driveUntil(fault, scenario, driver, connection, options.quiescence);
  for (const { step, line } of scenario.steps) await driver.step(step, line);
  await driver.finish();
}

/** As far as the turn that meets the fault. What a step still waits for then may never come. */
async function driveUntil(
  fault: FaultWatch,
  scenario: Scenario,
  driver: Driver,
  { client, tap }: Connection,
  quiescence = 25,
): Promise<void> {
  fault.attach({ tap, limit: client.limit, prompts: () => driver.prompts });
  const all = async (): Promise<void> => {
    for (const { step, line } of scenario.steps) {
      if (fault.over) return;
      if (step.op === 'prompt' || (step.op === 'expect_error' && step.request.op === 'prompt')) fault.prompting();
      await driver.step(step, line);
    }
    await driver.finish();
  };
  const steps = all();
  steps.catch(() => {});
  await Promise.race([steps, fault.ended]);
  await client.quiesce(quiescence);
}
