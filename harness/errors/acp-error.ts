import { printable } from './printable.js';

/** One designed failure: what happened, where, what to look at, what to do if it was meant, and a stable code. */
export interface Problem {
  /** Stable, e.g. `ACP_REPLAY_EXHAUSTED`. */
  code: string;
  /** One sentence. */
  summary: string;
  /** Aligned facts under the sentence, in order. A value never holds a secret. */
  facts?: readonly (readonly [label: string, value: string])[];
  look?: string;
  intended?: string;
}

/**
 * Every failure a user can meet. The message is the whole designed text.
 *
 * @example
 * throw new AcpError({ code: 'ACP_AGENT_NOT_FOUND', summary: 'The agent command was not found.', facts: [['command', 'my-agent']] });
 */
export class AcpError extends Error {
  override readonly name = 'AcpError';
  readonly code: string;

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(formatProblem(problem), options);
    this.code = problem.code;
  }
}

/** The printed form of a problem. Facts may hold texts of a run, so nothing in it can steer a terminal. */
export function formatProblem(problem: Problem): string {
  const lines = [`[playwright-acp] ${problem.summary}`];
  const facts = problem.facts ?? [];
  if (facts.length > 0) {
    const width = Math.max(...facts.map(([label]) => label.length)) + 3;
    lines.push('', ...facts.map(([label, value]) => `  ${label.padEnd(width)}${value.split('\n').join(`\n  ${' '.repeat(width)}`)}`));
  }
  const advice: string[] = [];
  if (problem.look) advice.push(`  Look at        ${problem.look}`);
  if (problem.intended) advice.push(`  If intended    ${problem.intended}`);
  if (advice.length > 0) lines.push('', ...advice);
  lines.push(problem.code);
  return printable(lines.join('\n'));
}
