import type { Secrets } from '../redact/index.js';
import { credentialNames } from '../replay/index.js';
import { identityOf } from './identity.js';

/** Variables that hold no secret on any machine: what a value of theirs looks like may well stand in a recording. */
const HARMLESS =
  /^(?:PATH|HOME|PWD|OLDPWD|INIT_CWD|SHELL|SHLVL|TERM.*|COLORTERM|LANG|LANGUAGE|LC_.*|TZ|USER|LOGNAME|HOSTNAME|EDITOR|PAGER|DISPLAY|TMPDIR|TMP|TEMP|XDG_.*|NODE|NODE_(?!AUTH).*|npm_(?!config_.*auth|config_.*token).*|NVM_.*|PLAYWRIGHT_.*|TEST_.*|_|SystemRoot|SystemDrive|windir|COMSPEC|PATHEXT|ProgramFiles.*|ProgramData|CommonProgramFiles.*|USERPROFILE|USERNAME|COMPUTERNAME|APPDATA|LOCALAPPDATA|OS|PROCESSOR_.*|NUMBER_OF_PROCESSORS)$/;
const SHORTEST = 8;

/**
 * Values of the caller's environment that must not be written anywhere: every variable that is not known to be
 * harmless may be a secret, and so is one whose name says so. `passedOn` are variables that the profile hands to the
 * agent as settings, such as a base URL.
 */
export function canariesOf(
  environment: Readonly<Record<string, string | undefined>>,
  passedOn: readonly string[] = [],
): Required<Pick<Secrets, 'canaries' | 'variables'>> {
  const credentials = new Set(credentialNames(environment));
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= SHORTEST && (credentials.has(name) || !HARMLESS.test(name)) && !passedOn.includes(name)
      ? [[value, name] as const]
      : [],
  );
  const variables = new Map(values);
  return { canaries: [...variables.keys()], variables };
}

/** Everything that the files of a recording must not hold beside what looks like a secret. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>, passedOn: readonly string[] = []): Secrets {
  return { ...canariesOf(environment, passedOn), identity: identityOf(environment) };
}
