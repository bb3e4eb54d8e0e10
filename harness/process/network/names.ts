import { readFileSync } from 'node:fs';
import os from 'node:os';

const HEADER = 12;
const NXDOMAIN = 3;

/** The name that a DNS query asks for; undefined where the packet is none. */
export function questionOf(packet: Uint8Array): string | undefined {
  const labels: string[] = [];
  let at = HEADER;
  for (;;) {
    const length = packet[at];
    // A question is never compressed: a label longer than 63 is no label.
    if (length === undefined || length > 63) return undefined;
    if (length === 0) break;
    const label = packet.subarray(at + 1, at + 1 + length);
    if (label.length < length) return undefined;
    labels.push(new TextDecoder().decode(label));
    at += 1 + length;
  }
  return labels.length === 0 ? undefined : labels.join('.').toLowerCase();
}

/** The answer that there is no such name: the query itself, marked as one. */
export function noSuchName(query: Uint8Array): Uint8Array {
  const answer = Uint8Array.from(query);
  if (answer.length < HEADER) return answer;
  // QR; recursion desired stays as asked.
  answer[2] = 0x80 | (answer[2]! & 0x79);
  answer[3] = 0x80 | NXDOMAIN;
  // A query may carry more than its question (EDNS); what is echoed is only counted as the question.
  const end = endOfQuestion(answer);
  answer.fill(0, 6, HEADER);
  return answer.subarray(0, end);
}

function endOfQuestion(packet: Uint8Array): number {
  let at = HEADER;
  while (at < packet.length && packet[at] !== 0) at += 1 + packet[at]!;
  return Math.min(packet.length, at + 5);
}

/** Search domains of this machine's resolver. */
function readSearchDomains(): string[] {
  try {
    return readFileSync('/etc/resolv.conf', 'utf8')
      .split('\n')
      .flatMap((line) => /^\s*(?:search|domain)\s+(.*)$/.exec(line)?.[1]?.split(/\s+/) ?? [])
      .map((domain) => domain.toLowerCase().replace(/\.$/, ''))
      .filter((domain) => domain !== '');
  } catch {
    return [];
  }
}

/**
 * Tells the lookups that mean a host from those that mean nothing: this machine's own name, loopback, and the repeats
 * of a failed lookup under each search domain.
 */
export function createNameFilter(search = readSearchDomains(), own = os.hostname().toLowerCase()): (name: string) => boolean {
  const seen = new Set<string>();
  const ownNames = new Set([own, own.split('.')[0]!]);
  const bare = (name: string) => search.find((domain) => name.endsWith(`.${domain}`))?.length;
  return (name) => {
    const suffix = bare(name);
    const without = suffix === undefined ? name : name.slice(0, -suffix - 1);
    if (isLoopback(name) || ownNames.has(name) || ownNames.has(without)) return false;
    if (suffix !== undefined && seen.has(without)) return false;
    seen.add(name);
    return true;
  };
}

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(name) ||
    name.endsWith('.127.in-addr.arpa') ||
    // The reverse of ::1.
    /^1(?:\.0){31}\.ip6\.arpa$/.test(name)
  );
}
