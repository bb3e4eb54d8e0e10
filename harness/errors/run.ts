import { AcpError, type Problem } from './acp-error.js';
import type { NetworkAttempt } from '../schema/network.js';
import { stderrFact } from './child.js';

const listed = (problems: readonly Problem[]) =>
  problems.flatMap((problem) => [
    [problem.code, problem.summary] as const,
    ...(problem.facts ?? []).map(([label, value]) => [`  ${label}`, value] as const),
  ]);

const WAYS: Readonly<Record<NetworkAttempt['via'], string>> = {
  proxy: 'asked of the proxy',
  dns: 'name looked up',
  direct: 'connected to directly',
};

const formatHost = ({ host, port }: NetworkAttempt) => (port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`);

function describeAttempt({ via, by, times }: NetworkAttempt): string {
  return [WAYS[via], times > 1 && `${times} times`, by !== undefined && `by ${by}`].filter(Boolean).join(', ');
}

function nameHosts(attempts: readonly NetworkAttempt[]): string {
  const hosts = [...new Set(attempts.map(formatHost))];
  const more = hosts.length - 5;
  return more > 0 ? `${hosts.slice(0, 5).join(', ')} and ${more} more` : hosts.join(', ');
}

/** Failures of a run as a whole, and of recording one. */
export const runErrors = {
  blobMissing: (session: string, blobId: string, file: string) =>
    new AcpError({
      code: 'ACP_LOG_BLOB_MISSING',
      summary: `The log of session ${session} names output that is not beside it.`,
      facts: [
        ['blob', blobId],
        ['file', file],
      ],
      look: 'the agent has to write a blob before the event that names it, and to leave it there',
    }),
  blobAltered: (session: string, blobId: string, file: string) =>
    new AcpError({
      code: 'ACP_LOG_BLOB_ALTERED',
      summary: `Output that the log of session ${session} names is not what was written: its bytes have another SHA-256.`,
      facts: [
        ['blob', blobId],
        ['file', file],
      ],
      look: 'the agent has to name a blob by the SHA-256 of its bytes, and to leave them alone',
    }),
  noSessionSeam: (profile: string, scenario: string) =>
    new AcpError({
      code: 'ACP_PROFILE_NO_SESSION_SEAM',
      summary: `Scenario "${scenario}" has the session seam, and agent profile "${profile}" says nothing about one.`,
      facts: [['fix', 'give the profile "session" (logs, listen, credentials), or write "seam":"none" in the scenario\'s header']],
    }),
  noProviderSeam: (profile: string, scenario: string) =>
    new AcpError({
      code: 'ACP_PROFILE_NO_PROVIDER_SEAM',
      summary: `Scenario "${scenario}" has the provider seam, and agent profile "${profile}" says nothing about one.`,
      facts: [
        ['fix', 'give the profile "provider" (dialect, upstream, credentials), and put {{provider}} where the agent reads its base URL'],
      ],
    }),
  nodeUnfit: (profile: string, range: string, seen: readonly string[]) =>
    new AcpError({
      code: 'ACP_PROFILE_NODE',
      summary: `Agent profile "${profile}" needs Node ${range}.`,
      facts: [
        ['found', seen.join('\n')],
        [
          'fix',
          `install one that fits (npm i --prefix node-for-agents node@${/\d+/.exec(range)![0]}) and name it: PLAYWRIGHT_ACP_NODE=node-for-agents/node_modules/node/bin/node`,
        ],
      ],
    }),
  noUpstream: (profile: string, variable: string) =>
    new AcpError({
      code: 'ACP_RECORD_NO_UPSTREAM',
      summary: `Recording forwards to the live provider, and nothing says where it is.`,
      facts: [
        ['profile', profile],
        ['fix', `set ${variable} to its base URL in the environment of the record command, or give the profile a default`],
      ],
    }),
  nothingOnWire: (scenario: string) =>
    new AcpError({
      code: 'ACP_RECORD_NOTHING_CAPTURED',
      summary: `Nothing was recorded: scenario "${scenario}" has the provider seam, and no model call reached the loopback provider.`,
      look: 'whether the agent honours the base URL that its profile hands it ("env" or "files" with {{provider}}): some read it from a config file only',
      intended: 'write "seam":"none" in the scenario\'s header',
    }),
  noCredential: (profile: string, names: readonly string[]) =>
    new AcpError({
      code: 'ACP_RECORD_NO_CREDENTIAL',
      summary: 'Recording calls the live provider and needs its credential; none is set.',
      facts: [
        ['profile', profile],
        ['variables', names.join(', ')],
        ['fix', 'set one of them in the environment of the record command'],
      ],
    }),
  nothingCaptured: (scenario: string, calls: number, entries: number) =>
    new AcpError({
      code: 'ACP_RECORD_NOTHING_CAPTURED',
      summary: `Nothing was recorded: scenario "${scenario}" has the session seam, and ${calls === 0 ? 'no model call went through the listener' : 'the session log holds no reply of the model'}.`,
      facts: [
        ['model calls', String(calls)],
        ['replies in the log', String(entries)],
      ],
      look: 'whether the agent loads the listener that its profile puts into its config ("session.listen"), and where it writes its log ("session.logs")',
      intended: 'write "seam":"none" in the scenario\'s header',
    }),
  networkAttempt: (scenario: string, attempts: readonly NetworkAttempt[]) =>
    new AcpError({
      code: 'ACP_NETWORK_ATTEMPT',
      summary: `In scenario "${scenario}" the agent tried to reach ${nameHosts(attempts)}. A replay reaches nothing but loopback, and nothing of this was let through.`,
      facts: attempts.map((attempt) => [formatHost(attempt), describeAttempt(attempt)] as const),
      look: 'what the agent asks for there: telemetry, updates and model lists can mostly be turned off by a variable or a config file of its profile',
      intended: 'name the host in the profile\'s "hosts", with the reason',
    }),
  /** A problem that is an error of record already. */
  asIs: (problem: Problem) => new AcpError(problem),
  notRecorded: (scenario: string, problems: readonly Problem[]) =>
    new AcpError({
      code: 'ACP_RECORD_REFUSED',
      summary: `Nothing was written: the run of scenario "${scenario}" is not fit to be recorded.`,
      facts: listed(problems),
    }),
  notReplayable: (scenario: string, problems: readonly Problem[]) =>
    new AcpError({
      code: 'ACP_RECORD_NOT_REPLAYABLE',
      summary: `Nothing was written: scenario "${scenario}" ran, but its recording does not replay.`,
      facts: listed(problems),
      look: 'what the agent does differently in a second run of the same input: a clock, a random number, a race',
    }),
  redWithoutReason: (scenario: string, facts: readonly (readonly [string, string])[]) =>
    new AcpError({
      code: 'ACP_RECORD_RED',
      summary: `Nothing was recorded: scenario "${scenario}" is red now, and a new recording would make it green.`,
      facts,
      look: `what changed: npx playwright test -g ${scenario}`,
      intended: `npx playwright-acp record ${scenario} --overwrite --reason "why it may change"`,
    }),
  secretLeft: (scenario: string, places: readonly string[]) =>
    new AcpError({
      code: 'ACP_RECORD_SECRET',
      summary: `Nothing was written: files of scenario "${scenario}" would hold secrets that redaction cannot remove safely.`,
      facts: places.map((place) => ['secret', place] as const),
      look: 'what the agent writes there; a secret belongs into the environment only',
    }),
} as const;

/** Any thrown value as a problem, with the agent's stderr: without it a failure of a child cannot be debugged. */
export function toProblem(error: unknown, stderrTail: string): Problem {
  const problem: Problem =
    error instanceof AcpError
      ? error.problem
      : {
          code: 'ACP_HARNESS',
          summary: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
          facts:
            error instanceof Error && error.stack ? [['stack', error.stack.split('\n').slice(1, 8).join('\n').replace(/^ +/gm, '')]] : [],
        };
  const facts = problem.facts ?? [];
  if (stderrTail.trim() === '' || facts.some(([label]) => label === 'stderr')) return problem;
  return { ...problem, facts: [...facts, stderrFact(stderrTail)] };
}
