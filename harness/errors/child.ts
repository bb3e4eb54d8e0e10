import { AcpError } from './acp-error.js';

interface Exit {
  exitCode: number | null;
  signal: string | null;
}

/** How a process ended, in words. */
export function formatExit(exit: Exit): string {
  if (exit.signal !== null) return `killed by ${exit.signal}`;
  return exit.exitCode === null ? 'not known' : `exit code ${exit.exitCode}`;
}

/** The stderr tail as a fact, at most its last 40 lines: without it a failure of a child cannot be debugged. */
export function stderrFact(tail: string): readonly [string, string] {
  const text = tail.trimEnd();
  return ['stderr', text === '' ? '(nothing)' : text.split('\n').slice(-40).join('\n')];
}

export interface BootFacts {
  command: readonly string[];
  cwd: string;
  /** The PATH that was searched: the child's, not the caller's. */
  path: string | undefined;
}

const bootFacts = ({ command, cwd, path }: BootFacts) =>
  [
    ['command', command.join(' ')],
    ['cwd', cwd],
    ['PATH', path ?? '(not set)'],
  ] as const;

/** The agent's process could not be started, or ended when it should not have. */
export const childErrors = {
  noCommand: () =>
    new AcpError({
      code: 'ACP_AGENT_NOT_FOUND',
      summary: 'The agent profile names no command.',
      look: 'the profile\'s "command": a program and its arguments',
    }),
  notFound: (facts: BootFacts, cause: unknown) =>
    new AcpError(
      {
        code: 'ACP_AGENT_NOT_FOUND',
        summary: `The agent command "${facts.command[0] ?? ''}" was not found.`,
        facts: bootFacts(facts),
        look: 'the profile\'s "command"; install or build the agent, or name it by an absolute path',
      },
      { cause },
    ),
  notExecutable: (facts: BootFacts, cause: unknown) =>
    new AcpError(
      {
        code: 'ACP_AGENT_NOT_EXECUTABLE',
        summary: `The agent command "${facts.command[0] ?? ''}" may not be executed.`,
        facts: bootFacts(facts),
        look: 'its file mode (chmod +x), or name its interpreter in the profile\'s "command"',
      },
      { cause },
    ),
  cwdMissing: (facts: BootFacts, cause: unknown) =>
    new AcpError(
      { code: 'ACP_AGENT_CWD', summary: 'The working directory of the agent does not exist.', facts: bootFacts(facts) },
      { cause },
    ),
  notStarted: (facts: BootFacts, reason: string, cause: unknown) =>
    new AcpError(
      { code: 'ACP_AGENT_NOT_STARTED', summary: 'The agent could not be started.', facts: [...bootFacts(facts), ['reason', reason]] },
      { cause },
    ),
  exited: (facts: { exit: Exit; at: string; waitedFor: string; lastFrame: string; stderrTail: string }) =>
    new AcpError({
      code: 'ACP_AGENT_EXITED',
      summary: `The agent exited while a step waited for ${facts.waitedFor}.`,
      facts: [['at', facts.at], ['exit', formatExit(facts.exit)], ['last frame', facts.lastFrame], stderrFact(facts.stderrTail)],
      look: 'the stderr of the agent above',
    }),
  stdinClosed: (facts: { at: string; waitedFor: string; stderrTail: string }) =>
    new AcpError({
      code: 'ACP_AGENT_STDIN_CLOSED',
      summary: `The agent closed its stdin and went on running while a step waited for ${facts.waitedFor}.`,
      facts: [['at', facts.at], stderrFact(facts.stderrTail)],
    }),
  tooMuchOutput: (facts: { at: string; limit: number; lastFrame: string }) =>
    new AcpError({
      code: 'ACP_AGENT_OUTPUT_LIMIT',
      summary: `The agent wrote more than ${facts.limit.toLocaleString('en-US')} bytes to stdout.`,
      facts: [
        ['at', facts.at],
        ['last frame', facts.lastFrame],
      ],
    }),
  sandboxNotRemoved: (folder: string, cause: unknown) =>
    new AcpError(
      {
        code: 'ACP_SANDBOX_NOT_REMOVED',
        summary: 'A temporary folder of a run could not be removed.',
        facts: [
          ['folder', folder],
          ['reason', cause instanceof Error ? cause.message : String(cause)],
        ],
        look: 'processes that still write to it',
      },
      { cause },
    ),
};
