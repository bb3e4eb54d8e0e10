import { explainEnd, type CommandEnd } from '../processes/command.js';
import type { SessionProcesses } from '../processes/session-processes.js';
import { failed, succeeded, type Tool } from './tool.js';

/** Milliseconds that a wait takes at most. */
const MAX_WAIT_MS = 600_000;

const ACTIONS = ['list', 'read', 'wait', 'stop'] as const;

interface ProcessArguments {
  action: (typeof ACTIONS)[number];
  process?: number;
  timeout?: number;
}

export const processTool: Tool = {
  schema: {
    name: 'process',
    description:
      'Looks after commands that bash runs in the background. read shows what one printed since the last look, wait does so once it has ended, stop ends it first, and list names them all, with those of which something could not be ended.',
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: [...ACTIONS], description: 'What to do.' },
        process: { type: 'integer', description: 'Number of the process; not for list.', minimum: 1 },
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
  async run(args, { limits, processes, signal }) {
    const { action, process, timeout = limits.bashTimeoutMs } = args as unknown as ProcessArguments;
    if (action === 'list') return succeeded(listing(processes), { processes: processes.takeEnds() });
    if (process === undefined) return failed(`${action} needs the number of a process.`);
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

function listing(processes: SessionProcesses): string {
  const lines = processes.list().map(({ process, command, end }) => `${process}: ${command} (${stateOf(end)})`);
  return lines.length === 0 ? 'No command runs in the background.' : lines.join('\n');
}

const stateOf = (end: CommandEnd | undefined): string => (end ? (explainEnd(end) ?? 'exit code 0') : 'runs');
