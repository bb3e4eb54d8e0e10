import path from 'node:path';

/** The folders of one run. All absolute, symlinks resolved. */
export interface SandboxFolders {
  /** Holds the others. */
  root: string;
  /** The agent's working directory: the workspace. */
  cwd: string;
  home: string;
  tmp: string;
  /** The harness's own files of this run, outside the agent's cwd. */
  run: string;
}

/** Passed on from the caller: what a program needs to start at all, never what configures or authorizes it. */
const PASSED_ON = [
  'PATH',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'COMSPEC',
  'PATHEXT',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramData',
  'CommonProgramFiles',
];

/** The same on every machine, so that no locale, zone or colour changes what the agent says. */
const FIXED = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC', TERM: 'dumb', NO_COLOR: '1' };

/**
 * The whole environment of a child: an allow-list of the caller's variables, fixed locale and zone, and every folder
 * variable inside the sandbox. Nothing else of the caller's environment reaches the child.
 *
 * @example
 * const environment = { ...allowedEnvironment(callerEnvironment, sandbox), ...profileEnvironment };
 */
export function allowedEnvironment(
  caller: Readonly<Record<string, string | undefined>>,
  folders: Pick<SandboxFolders, 'home' | 'tmp'>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  const names = new Map(Object.keys(caller).map((name) => [name.toUpperCase(), name]));
  for (const wanted of PASSED_ON) {
    // Windows spells its names in any case (Path); the exact spelling wins where both exist.
    const name = caller[wanted] === undefined ? names.get(wanted.toUpperCase()) : wanted;
    const value = name === undefined ? undefined : caller[name];
    if (value !== undefined) environment[wanted] = value;
  }
  const { home, tmp } = folders;
  return {
    ...environment,
    ...FIXED,
    HOME: home,
    USERPROFILE: home,
    APPDATA: path.join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: path.join(home, 'AppData', 'Local'),
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_RUNTIME_DIR: tmp,
    TMPDIR: tmp,
    TMP: tmp,
    TEMP: tmp,
  };
}
