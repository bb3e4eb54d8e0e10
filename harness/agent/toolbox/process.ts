import { AcpError } from '../../errors/acp-error.js';
import { explainEnd, type CommandEnd } from '../processes/command.js';
import type { SessionProcesses } from '../processes/session-processes.js';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.js';

/** Milliseconds that a wait takes at most. */
const MAX_WAIT_MS = 600_000;

const ACTIONS = ['list', 'read', 'wait', 'stop', 'output'] as const;

interface ProcessArguments {
  action: (typeof ACTIONS)[number];
  process?: number;
  timeout?: number;
  offset?: number;
  limit?: number;
}

export const processTool: Tool = {
  schema: {
    name: 'process',
    description:
      'Looks after commands that bash runs in the background. read shows what one printed since the last look, wait does so once it has ended, stop ends it first, and list names them all, with those of which something could not be ended. output shows lines of an output that was too long to be shown whole.',
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: [...ACTIONS], description: 'What to do.' },
        process: { type: 'integer', description: 'Number of the process; not for list.', minimum: 1 },
        offset: { type: 'integer', description: 'First line that output shows, from 1.', minimum: 1 },
        limit: { type: 'integer', description: 'How many lines output shows.', minimum: 1 },
        timeout: { type: 'integer', description: 'Milliseconds that wait takes at most.', minimum: 1 },
      },
      required: ['action'],
      additionalProperties: false,
    },
  },
  kind: 'execute',
  // It may only end what the user let the session start, and looks at nothing else.
  changes: false,
  view(args) {
    const { action, process } = args as unknown as ProcessArguments;
    return { title: process === undefined ? `Processes: ${action}` : `Process ${process}: ${action}` };
  },
  async run(args, context) {
    const { limits, processes, signal } = context;
    const { action, process, timeout = limits.bashTimeoutMs, ...window } = args as unknown as ProcessArguments;
    if (action === 'list') return succeeded(listing(processes), { processes: processes.takeEnds() });
    if (process === undefined) return failed(`${action} needs the number of a process.`);
    if (action === 'output') return outputLines(process, window, context);
    if (action === 'wait') await processes.wait(process, Math.min(timeout, MAX_WAIT_MS), signal);
    if (action === 'stop') await processes.stop(process);
    signal.throwIfAborted();
    const seen = processes.read(process);
    if (!seen) return failed(`There is no background process ${process}.`);
    return succeeded(`${seen.output}${seen.output === '' || seen.output.endsWith('\n') ? '' : '\n'}(${stateOf(seen.end)})`, {
      processes: processes.takeEnds(process),
    });
  },
};

async function outputLines(
  process: number,
  { offset = 1, limit }: { offset?: number; limit?: number },
  { limits, processes, blobs }: ToolContext,
): Promise<ToolResult> {
  const blobId = processes.outputOf(process);
  if (blobId === undefined) return failed(`No output of process ${process} was kept: what it printed was shown whole.`);
  try {
    const lines = await blobs.lines(blobId, { offset, limit: limit ?? limits.readLines, characters: limits.outputCharacters });
    if (lines.length === 0) return failed(`The output of process ${process} has no line ${offset}.`);
    return succeeded(`${lines.map((line) => `${line}\n`).join('')}(lines ${offset}-${offset + lines.length - 1})`);
  } catch (error) {
    if (error instanceof AcpError) return failed(`The output of process ${process} cannot be shown: ${error.code}.`);
    throw error;
  }
}

function listing(processes: SessionProcesses): string {
  const lines = processes.list().map(({ process, command, end }) => `${process}: ${command} (${stateOf(end)})`);
  return lines.length === 0 ? 'No command runs in the background.' : lines.join('\n');
}

const stateOf = (end: CommandEnd | undefined): string => (end ? (explainEnd(end) ?? 'exit code 0') : 'runs');
