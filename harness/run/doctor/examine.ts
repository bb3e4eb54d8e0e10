import { explainFailure } from './explain.js';
import type { ProbeOptions } from './probe.js';
import { profileModule } from './profile-text.js';
import { honouredVariable, suggestProfile, type Honoured } from './suggest.js';
import { tryProfile, type Trial } from './trial.js';
import { BASE_URL_VARIABLES, type BaseUrlVariable } from './variables.js';
import { probeAgent, type Probe } from './ways-in.js';

/** All that is known of an agent after a look at it. */
export interface Diagnosis {
  command: readonly string[];
  probe: Probe;
  /** The variable whose base URL it used; absent where it called no model by any of them. */
  honoured?: Honoured;
  trial: Trial;
  /** The profile as a TypeScript module. */
  module: string;
}

export interface ExamineOptions extends Omit<ProbeOptions, 'variables' | 'prompt' | 'timeout'> {
  /** Tried beside the known ones. */
  variables?: readonly BaseUrlVariable[];
  prompt?: string;
  /** Milliseconds of silence to wait for in the probe, 15,000 where absent. A step may take twice as long, a boot four times. */
  timeout?: number;
  onPhase?: (phase: 'probing' | 'trying') => void;
}

/**
 * Boots an unknown agent and tells what it does, with a profile that drives it. Never rejects for what the agent does:
 * `trial.problems` say what went wrong.
 *
 * @example
 * const { honoured, trial, module } = await examineAgent({ command: ['my-agent', '--acp'], placeholders, environment: process.env });
 */
export async function examineAgent(options: ExamineOptions): Promise<Diagnosis> {
  const variables = [...(options.variables ?? []), ...BASE_URL_VARIABLES];
  const prompt = options.prompt ?? 'Say hello.';
  options.onPhase?.('probing');
  const probe = await probeAgent({ ...options, variables, prompt, timeout: options.timeout ?? 15_000 });
  const honoured = honouredVariable(probe.requests, variables, probe.authenticated?.variables);
  const suggested = suggestProfile(options, probe, honoured);
  const problem = explainFailure(probe, variables);
  if (!problem) options.onPhase?.('trying');
  const trial: Trial = problem
    ? { profile: suggested, scenario: 'hello', files: new Map(), green: false, problems: [problem], unexplained: [] }
    : await tryProfile(suggested, probe, { ...options, prompt });
  return {
    command: options.command,
    probe,
    ...(honoured && { honoured }),
    trial,
    module: profileModule(trial.profile, notesOf(honoured, trial)),
  };
}

function notesOf(honoured: Honoured | undefined, { green }: Trial): string[] {
  return [
    ...(honoured
      ? []
      : [
          'It called no model by any base-URL variable that is known: if it has one, give "provider" and a file or variable that holds {{provider}}.',
        ]),
    ...(green ? [] : ['Its scenario did not pass: see what doctor printed.']),
  ];
}
