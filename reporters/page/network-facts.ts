import type { NetworkReport } from '../../harness/schema/network.js';
import { h, plural, type Child } from './dom.js';

const WAYS = { proxy: 'asked of the proxy', dns: 'name looked up', direct: 'connected to directly' } as const;
const MOST = 300;

/** What of the network the agent could see. */
export function networkFact({ sealed, why }: NetworkReport): string {
  if (sealed) return 'sealed: loopback of its own, nothing else';
  return `not sealed here: direct connections are not seen, because ${why ?? 'the platform does not permit it'}`;
}

/** Everything it tried to reach beside loopback. */
export function attemptList({ attempts }: NetworkReport): HTMLElement | undefined {
  if (attempts.length === 0) return undefined;
  const rows = attempts
    .slice(0, MOST)
    .map(({ host, port, via, by, times, reason }) =>
      h(
        'li',
        { class: reason === undefined ? 'error' : 'warning' },
        h('b', {}, reason === undefined ? 'not allowed' : 'allowed'),
        h('code', {}, port === undefined ? host : `${host}:${port}`),
        h('span', {}, [WAYS[via], times > 1 && plural(times, 'time')].filter(Boolean).join(', ')),
        by !== undefined && h('span', { class: 'why' }, `by ${by}`),
        reason !== undefined && h('span', { class: 'why' }, reason),
      ),
    );
  return h('ul', { class: 'findings' }, ...rows);
}

export function moreAttempts({ attempts }: NetworkReport): Child {
  return attempts.length > MOST && `${attempts.length - MOST} more attempts are not listed.`;
}
