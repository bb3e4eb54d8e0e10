import type { Problem } from '../../errors/acp-error.js';
import { doctorErrors, GIVE_BASE_URL } from '../../errors/doctor.js';
import type { ProbeStep } from './probe.js';
import type { BaseUrlVariable } from './variables.js';
import type { Probe } from './ways-in.js';

type Fact = readonly [string, string];

const SLOW = 'a slow agent is given more time with --timeout <seconds>';

const FIXES: Readonly<Record<ProbeStep, string>> = {
  initialize: `the command has to speak ACP on stdin and stdout, which many agents do only with an argument such as "acp" or "--acp"; ${SLOW}`,
  authenticate: `hand it a key or a config in which it needs no login: --env NAME=value, --file "{{home}}/path=template"; ${SLOW}`,
  'session/new': `hand it what it needs to begin: --env NAME=value, --file "{{home}}/path=template"; ${SLOW}`,
  'session/prompt': SLOW,
};

/** Why a probe did not come to its end: what was seen, how long it was waited for, what to do. */
export function explainFailure(probe: Probe, variables: readonly BaseUrlVariable[]): Problem | undefined {
  const { failure, stuckAt, took } = probe;
  const hosts = liveHosts(probe, variables);
  const calls = probe.requests.filter(({ dialect }) => dialect !== undefined).length;
  const facts = factsOf(probe, calls);
  if (failure === undefined || stuckAt === undefined)
    return failure ?? (calls === 0 && hosts.length > 0 ? doctorErrors.noBaseUrl(hosts, facts).problem : undefined);
  const kept = (failure.facts ?? []).filter(([label]) => label !== 'at' && label !== 'fix');
  const fix = stuckAt === 'session/prompt' && calls === 0 ? `it called no model: ${GIVE_BASE_URL}; ${SLOW}` : FIXES[stuckAt];
  if (failure.code === 'ACP_DEADLINE') return doctorErrors.noAnswer(stuckAt, took[stuckAt] ?? 0, [...facts, ...kept], fix).problem;
  if (failure.code === 'ACP_REQUEST_FAILED') return doctorErrors.refused(stuckAt, took[stuckAt] ?? 0, [...facts, ...kept], fix).problem;
  return { ...failure, facts: [...(failure.facts ?? []), ...facts] };
}

/** Of the hosts it tried to reach, those of providers. */
function liveHosts({ network }: Probe, variables: readonly BaseUrlVariable[]): string[] {
  const known = new Set(variables.flatMap(({ live }) => (live === undefined ? [] : [new URL(live).hostname])));
  return [...new Set(network.attempts.map(({ host }) => host))].filter((host) => known.has(host));
}

function factsOf({ requests, network, turnedAway }: Probe, calls: number): Fact[] {
  const hosts = [...new Set(network.attempts.map(({ host }) => host))];
  return [
    [
      'model calls',
      calls === 0
        ? 'none'
        : `${calls}, each answered: ${[...new Set(requests.filter(({ dialect }) => dialect).map(({ path }) => path))].join(', ')}`,
    ],
    ...(hosts.length > 0 ? [['tried to reach', hosts.join(', ')] as const] : []),
    ...turnedAway.map(({ id, outcome }) => [`authenticate "${id}"`, outcome] as const),
  ];
}
