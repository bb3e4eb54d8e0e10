import type { IncomingMessage } from 'node:http';
import { providerErrors } from '../errors/provider.js';

/** Where a request belongs: below which base URL, and its path there with the query. */
export interface Route {
  /** Name of a further endpoint; the provider itself where absent. */
  endpoint?: string;
  path: string;
}

/** The base URLs of a provider and which of them a request came to. */
export interface Routes {
  url: string;
  urlOf: (endpoint?: string) => string;
  /** `undefined` for a request below none of them. */
  routeOf: (request: Pick<IncomingMessage, 'url'>) => Route | undefined;
}

/** Base URLs: the secret path, and beside it one per further endpoint, `/<secret>~<name>`. */
export function createRoutes(origin: string, secret: string, endpoints: readonly string[]): Routes {
  const baseOf = (endpoint: string) => `${secret === '' ? '/' : secret}~${endpoint}`;
  // The longest first: with no secret, the provider's own base is the beginning of every path.
  const bases = [...endpoints.map((endpoint) => ({ endpoint, base: baseOf(endpoint) })), { endpoint: undefined, base: secret }];
  return {
    url: `${origin}${secret}`,
    urlOf(endpoint) {
      if (endpoint === undefined) return `${origin}${secret}`;
      if (!endpoints.includes(endpoint)) throw providerErrors.unknownEndpoint(endpoint, endpoints);
      return `${origin}${baseOf(endpoint)}`;
    },
    routeOf({ url = '/' }) {
      for (const { endpoint, base } of bases) {
        const rest = url.startsWith(base) ? url.slice(base.length) : undefined;
        if (rest !== undefined && /^(?:$|[/?])/.test(rest)) return { ...(endpoint !== undefined && { endpoint }), path: rest };
      }
      return undefined;
    },
  };
}

/**
 * The live URL of a route.
 *
 * @throws AcpError `ACP_PROVIDER_UPSTREAM` where the base is no URL.
 */
export function liveUrl(base: string, { endpoint, path }: Route): URL {
  const whole = URL.canParse(base) ? new URL(`${base.replace(/\/+$/, '')}${path}`) : undefined;
  if (!whole || !/^https?:$/.test(whole.protocol)) throw providerErrors.badUpstream(endpoint, base);
  return whole;
}
