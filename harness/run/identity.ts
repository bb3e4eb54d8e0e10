import { homedir, hostname, userInfo } from 'node:os';
import type { Identity } from '../redact/index.js';

const HOMES = ['HOME', 'USERPROFILE'];
const USERS = ['USER', 'LOGNAME', 'USERNAME'];
const HOSTS = ['HOSTNAME', 'COMPUTERNAME'];

/** Who runs this and where: as the caller's environment says, and as the system does. */
export function identityOf(environment: Readonly<Record<string, string | undefined>>): Identity {
  const values = (names: readonly string[], own: string) => [
    ...new Set([...names.map((name) => environment[name]), own].filter((value) => value !== undefined && value !== '')),
  ];
  const host = hostname();
  return {
    homes: values(HOMES, homedir()) as string[],
    users: values(USERS, userName()) as string[],
    hosts: [...new Set((values(HOSTS, host) as string[]).flatMap((name) => [name, name.split('.')[0]!]))],
  };
}

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/**
 * The part of an identity that was redacted in what is expected. Where it was not, a user whose name is a word of the
 * scenario must not find that word redacted.
 */
export function redactedIn(texts: readonly string[], identity: Identity): Identity {
  const has = (rule: string) => texts.some((text) => text.includes(`[redacted:${rule}]`));
  return {
    homes: has('home') ? identity.homes : [],
    users: has('user') ? identity.users : [],
    hosts: has('host') ? identity.hosts : [],
  };
}
