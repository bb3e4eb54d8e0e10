import { bootOnce, type Boot, type ProbeOptions, type WayIn } from './probe.js';

/** A boot that shows the most of an agent, and how it was let in. */
export interface Probe extends Boot {
  /** The way to authenticate that it asked for, and that let it go on. */
  authenticated?: WayIn;
  /** The ways that did not, and what came of each. */
  turnedAway: readonly { id: string; outcome: string }[];
}

/** Each way is a boot of its own: one that waits for a browser would hold up the others. */
const MOST_WAYS = 4;

/**
 * Boots an unknown agent, and where it wants a client to authenticate, once more for each way it offers: a placeholder
 * key is enough for some.
 */
export async function probeAgent(options: ProbeOptions): Promise<Probe> {
  const first = await bootOnce(options);
  const turnedAway: { id: string; outcome: string }[] = [];
  for (const way of waysToTry(first).slice(0, MOST_WAYS)) {
    const boot = await bootOnce(options, way);
    if (progressOf(boot) > progressOf(first)) return { ...boot, authenticated: way, turnedAway };
    turnedAway.push({ id: way.id, outcome: outcomeOf(boot) });
  }
  return { ...first, turnedAway };
}

const STEPS = ['initialize', 'authenticate', 'session/new', 'session/prompt', undefined];

const callsOf = ({ requests }: Boot) => requests.filter(({ dialect }) => dialect !== undefined).length;

/** A step further counts, and so does a model call. */
const progressOf = (boot: Boot): number => 2 * STEPS.indexOf(boot.stuckAt) + (callsOf(boot) > 0 ? 1 : 0);

/** A key can be stood in for; a login in a browser cannot. */
function waysToTry(boot: Boot): WayIn[] {
  if (boot.stuckAt === 'initialize' || callsOf(boot) > 0) return [];
  const ways = waysOf(boot.initialized);
  const byKey = ways.filter(({ id, variables }) => variables.length > 0 || /key|env|token/i.test(id));
  // One that opens a session and calls no model may still want a key, but says so in words alone.
  const refused = boot.stuckAt === 'session/new' || (boot.stuckAt === 'session/prompt' && boot.failure?.code === 'ACP_REQUEST_FAILED');
  return refused ? [...byKey, ...ways.filter((way) => !byKey.includes(way))] : byKey.slice(0, 1);
}

/** Ids of the ways that `initialize` offers, with the variables that one of type `env_var` names. */
export function waysOf(initialized: Record<string, unknown> | undefined): WayIn[] {
  const methods = initialized?.['authMethods'];
  if (!Array.isArray(methods)) return [];
  return methods.flatMap((method: { id?: unknown; vars?: unknown } | null) => {
    if (typeof method?.id !== 'string') return [];
    const vars: unknown[] = Array.isArray(method.vars) ? method.vars : [];
    const names = vars.flatMap((one) => {
      const name = typeof one === 'string' ? one : (one as { name?: unknown } | null)?.name;
      return typeof name === 'string' && /^\w+$/.test(name) ? [name] : [];
    });
    return [{ id: method.id, variables: names }];
  });
}

function outcomeOf({ stuckAt, took, failure }: Boot): string {
  if (stuckAt === undefined) return 'it was let in, and called no model';
  const error =
    failure?.code === 'ACP_DEADLINE' ? 'no answer' : (failure?.facts?.find(([label]) => label === 'error')?.[1] ?? failure?.code);
  return `${stuckAt}: ${error} after ${took[stuckAt] ?? 0} ms`;
}
