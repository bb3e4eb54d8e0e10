import { CANARY_MIN_LENGTH, type SecretRule } from './rules.js';

/** Who and where the run was recorded: none of it belongs into a committed file. */
export interface Identity {
  /** Home directories, absolute. */
  homes: readonly string[];
  users: readonly string[];
  hosts: readonly string[];
}

/** What to look for beside the rules: values that must never be written, such as those of environment variables off the allow-list. */
export interface Secrets {
  canaries: readonly string[];
  /** The environment variable that holds a canary, by value: a message names it, and never the value. */
  variables?: ReadonlyMap<string, string>;
  identity?: Identity;
}

/** From here on a bare word is taken for the user's or the host's name; a shorter one only where its place says so. */
const NAME_MIN_LENGTH = 6;

/** Names that many machines share. They tell nothing, and they are words. */
const COMMON_NAMES = new Set(
  'root admin administrator user username ubuntu debian fedora centos alpine docker node runner vagrant ec2-user azureuser codespace vscode gitpod jenkins builder build test tester guest default localhost localdomain hostname server macbook desktop laptop container runnervm'.split(
    ' ',
  ),
);

const cache = new WeakMap<Secrets, SecretRule[]>();

/** The patterns of these values. Made once for each set of secrets: every string of a run is searched. */
export function canaryRules(secrets: Secrets): SecretRule[] {
  let rules = cache.get(secrets);
  if (!rules) cache.set(secrets, (rules = makeRules(secrets)));
  return rules;
}

function makeRules({ canaries, variables, identity }: Secrets): SecretRule[] {
  const rules: SecretRule[] = [];
  const values = canaries.filter((canary) => canary.length >= CANARY_MIN_LENGTH).flatMap((canary) => [canary, percentEncoded(canary)]);
  const encoded = new Map(
    [...(variables ?? [])].flatMap(([value, name]) => [[percentEncoded(value), name] as const, [value, name] as const]),
  );
  add('canary', values.map(escapeRegExp), (value) => encoded.get(value));
  if (!identity) return rules;
  // What every machine has, such as `/root`, says nothing about this one.
  const homes = identity.homes.map((home) => home.replace(/[/\\]+$/, '')).filter((home) => home.split(/[/\\]/).length > 2);
  add(
    'home',
    homes.flatMap(homeSpellings).map((home) => `${escapeRegExp(home)}(?![A-Za-z0-9_])`),
  );
  add('user', identity.users.filter(isTelling).flatMap(userPatterns));
  add('host', identity.hosts.filter(isTelling).flatMap(hostPatterns));
  return rules;

  function add(name: string, patterns: readonly string[], variableOf?: SecretRule['variableOf']): void {
    // The longest first: one value may begin as another one does.
    const sorted = [...new Set(patterns)].sort((a, b) => b.length - a.length);
    if (sorted.length > 0) rules.push({ name, pattern: new RegExp(sorted.join('|'), 'gd'), ...(variableOf && { variableOf }) });
  }
}

const isTelling = (name: string): boolean => name.length >= 3 && !COMMON_NAMES.has(name.toLowerCase());

/** As a path, with the other slashes, percent-encoded, and as some agents make a file name of it. */
function homeSpellings(home: string): string[] {
  const slashed = home.replaceAll('\\', '/');
  return [home, slashed, slashed.split('/').map(percentEncoded).join('/'), slashed.replace(/[/:.]/g, '-')];
}

function userPatterns(user: string): string[] {
  const name = escapeRegExp(user);
  const placed = [String.raw`(?<=[/\\](?:home|Users)[/\\])${name}(?![A-Za-z0-9_])`, `(?<![A-Za-z0-9_])${name}(?=@)`];
  return user.length < NAME_MIN_LENGTH ? placed : [...placed, word(name)];
}

function hostPatterns(host: string): string[] {
  const name = escapeRegExp(host);
  return host.length < NAME_MIN_LENGTH ? [`(?<=@)${name}(?![A-Za-z0-9_])`] : [word(name)];
}

const word = (name: string): string => `(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** A lone surrogate has no percent-encoded form: it goes out as U+FFFD. */
function percentEncoded(canary: string): string {
  return encodeURIComponent(canary.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
