import { CapturedOutput } from '../blobs/captured-output.js';
import { explainEnd, type CommandEnd } from '../processes/command.js';
import { CANCELLED, failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.js';

/** Milliseconds a call may ask for at most. */
const MAX_TIMEOUT_MS = 600_000;

interface BashArguments {
  command: string;
  description: string;
  timeout?: number;
  background?: boolean;
}

export const bashTool: Tool = {
  schema: {
    name: 'bash',
    description:
      "Runs a command in a fresh bash in the session's folder and returns what it printed. Nothing of one command's shell is left for the next, and what it leaves in the background ends with it. One that is to run for long is started with background and looked after with process.",
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command.' },
        description: { type: 'string', description: 'What it does, in a few words, for the user.' },
        timeout: { type: 'integer', description: 'Milliseconds before it is ended.', minimum: 1 },
        background: { type: 'boolean', description: 'Return at once and let it run on, until the session ends or process stops it.' },
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
  async run(args, context) {
    const { command, background = false, timeout } = args as unknown as BashArguments;
    if (background && timeout !== undefined) return failed('timeout is not for background commands. Use process to stop it.');
    return background ? start(command, context) : run(command, timeout, context);
  },
};

function start(command: string, { executor, cwd, limits, processes }: ToolContext): ToolResult {
  const note = processes.start(executor, { command, cwd }, limits.outputCharacters);
  return succeeded(`Runs in the background as process ${note.process}.`, { processes: [note] });
}

async function run(command: string, timeout: number | undefined, context: ToolContext): Promise<ToolResult> {
  const { executor, cwd, limits, processes, signal } = context;
  const output = new CapturedOutput(limits.outputCharacters, context.blobs);
  const timeoutMs = Math.min(timeout ?? limits.bashTimeoutMs, MAX_TIMEOUT_MS);
  const onOutput = (bytes: Uint8Array): void => output.push(bytes);
  const shown = context.onTerminal ? { onTerminal: context.onTerminal } : {};
  const note = await processes.run(executor, { command, cwd, timeoutMs, onOutput, ...shown }, signal);
  const { text, blobId, kept } = output.end();
  if (blobId !== undefined) processes.keepOutput(note.process, blobId);
  const told = { processes: [blobId === undefined ? note : { ...note, blobId }] };
  if (signal.aborted) return failed(note.state === 'kill_failed' ? `${CANCELLED} ${sentence(note)}` : CANCELLED, told);
  const whole = kept === undefined ? '' : `(${kept.replace('{{process}}', String(note.process))})\n`;
  const explained = explainEnd(note);
  const said = `${whole === '' && explained === undefined ? text : withLastNewline(text)}${whole}`;
  if (explained === undefined) return succeeded(said === '' ? '(no output)' : said, told);
  return failed(`${said}(${explained})`, told);
}

function sentence(end: CommandEnd): string {
  const said = explainEnd(end) ?? '';
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

const withLastNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
