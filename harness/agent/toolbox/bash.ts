import { failed, succeeded, type Tool } from './tool.js';
import type { CommandResult } from '../executor/executor.js';

/** Milliseconds a call may ask for at most. */
const MAX_TIMEOUT_MS = 600_000;

interface BashArguments {
  command: string;
  description: string;
  timeout?: number;
}

export const bashTool: Tool = {
  schema: {
    name: 'bash',
    description:
      "Runs a command in a fresh bash in the session's folder and returns what it printed. Nothing of one command's shell is left for the next, and what it leaves in the background ends with it.",
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command.' },
        description: { type: 'string', description: 'What it does, in a few words, for the user.' },
        timeout: { type: 'integer', description: 'Milliseconds before it is ended.', minimum: 1 },
      },
      required: ['command', 'description'],
      additionalProperties: false,
    },
  },
  kind: 'execute',
  changes: true,
  view(args) {
    const { command, description } = args as unknown as BashArguments;
    return { title: command, content: [{ type: 'content', content: { type: 'text', text: description } }] };
  },
  async run(args, { executor, cwd, limits, signal }) {
    const { command, timeout = limits.bashTimeoutMs } = args as unknown as BashArguments;
    const timeoutMs = Math.min(timeout, MAX_TIMEOUT_MS);
    const result = await executor.run({ command, cwd, timeoutMs, outputCharacters: limits.outputCharacters, signal });
    const note = ending(result, timeoutMs);
    if (note === undefined) return succeeded(result.output === '' ? '(no output)' : result.output);
    return failed(`${withLastNewline(result.output)}${note}`);
  },
};

function ending({ timedOut, exitCode }: CommandResult, timeoutMs: number): string | undefined {
  if (timedOut) return `(ended after ${timeoutMs} milliseconds, its timeout)`;
  if (exitCode === undefined) return '(ended by a signal)';
  return exitCode === 0 ? undefined : `(exit code ${exitCode})`;
}

const withLastNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
