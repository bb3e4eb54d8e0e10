import { probeAgent, type Probe, type ProbeOptions } from './probe.js';
import { profileModule } from './profile-text.js';
import { honouredVariable, suggestProfile, type Honoured } from './suggest.js';
import { tryProfile, type Trial } from './trial.js';
import { BASE_URL_VARIABLES, type BaseUrlVariable } from './variables.js';

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

export interface ExamineOptions extends Omit<ProbeOptions, 'variables' | 'prompt'> {
  /** Tried beside the known ones. */
  variables?: readonly BaseUrlVariable[];
  prompt?: string;
  onPhase?: (phase: 'probing' | 'trying') => void;
}

/**
 * Boots an unknown agent and tells what it does, with a profile that drives it. Never rejects for what the agent does:
 * `probe.failure` and `trial.problems` say what went wrong.
 *
 * @example
 * const { honoured, trial, module } = await examineAgent({ command: ['my-agent', '--acp'], placeholders, environment: process.env });
 */
export async function examineAgent(options: ExamineOptions): Promise<Diagnosis> {
  const variables = [...(options.variables ?? []), ...BASE_URL_VARIABLES];
  const prompt = options.prompt ?? 'Say hello.';
  options.onPhase?.('probing');
  const probe = await probeAgent({ ...options, variables, prompt });
  const honoured = honouredVariable(probe.requests, variables);
  const suggested = suggestProfile(options.command, probe, honoured, options.env);
  options.onPhase?.('trying');
  const trial: Trial =
    probe.failure === undefined
      ? await tryProfile(suggested, probe, { ...options, prompt })
      : { profile: suggested, scenario: 'hello', files: new Map(), green: false, problems: [probe.failure], unexplained: [] };
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
      : ['It called no model by any base-URL variable that is known: give "provider" and a file or variable that holds {{provider}}.']),
    ...(green ? [] : ['Its scenario did not pass: see what doctor printed.']),
  ];
}
