import { homedir, tmpdir } from 'node:os';

/**
 * Every read of the environment that this agent makes, and why. A test holds the sources and a running agent against
 * this list, so that nothing in the environment can switch the agent into another mode.
 */
export const ENVIRONMENT_READS: Readonly<Record<string, string>> = {
  HOME: 'where session logs live, and passed on to bash',
  PATH: 'passed on to bash',
  TMPDIR: 'passed on to bash',
  SystemRoot: 'passed on to the shell on Windows, which cannot start programs without it',
};

/** Where session logs are kept, below the user's home. */
export const stateFolder = (): string => `${process.env['HOME'] || homedir()}/.reference-agent`;

/** The whole environment of a command that the bash tool runs: nothing else of the agent's own gets there. */
export function commandEnvironment(): Record<string, string> {
  const windows = process.env['SystemRoot'];
  return {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: process.env['HOME'] || homedir(),
    TMPDIR: process.env['TMPDIR'] || tmpdir(),
    LANG: 'C',
    ...(windows ? { SystemRoot: windows } : {}),
  };
}

/** A variable that the config names: the API key or the base URL of the live provider. */
export const namedByConfig = (name: string): string | undefined => process.env[name] || undefined;

/** The whole environment, for the replay listener alone: it refuses to serve where a credential stands in it. */
export const wholeEnvironment = (): Record<string, string | undefined> => ({ ...process.env });
