import { AcpError } from './acp-error.js';

/** Failures of the provider seam: a cassette that cannot be played, a loopback provider that cannot start or caught nothing. */
export const providerErrors = {
  badCassette: (place: string, what: string, look?: string) =>
    new AcpError({ code: 'ACP_CASSETTE', summary: `${place}: ${what}`, ...(look && { look }) }),
  badUpstream: (endpoint: string | undefined, url: string) =>
    new AcpError({
      code: 'ACP_PROVIDER_UPSTREAM',
      summary: `The live base URL of ${endpoint === undefined ? 'the provider' : `endpoint "${endpoint}"`} is not an http or https URL.`,
      facts: [['url', url]],
      look: 'the variable that holds it in the environment of the record command, or the default in the agent profile',
    }),
  unknownEndpoint: (endpoint: string, known: readonly string[]) =>
    new AcpError({
      code: 'ACP_PROVIDER_ENDPOINT',
      summary: `The loopback provider has no endpoint "${endpoint}".`,
      facts: [['endpoints', known.join(', ') || 'none']],
      look: 'provider.endpoints of the agent profile',
    }),
  cannotListen: (cause: unknown) =>
    new AcpError(
      {
        code: 'ACP_PROVIDER_LISTEN',
        summary: 'The loopback provider cannot listen on 127.0.0.1.',
        facts: [['reason', cause instanceof Error ? cause.message : String(cause)]],
      },
      { cause },
    ),
  nothingCaptured: (requests: number) =>
    new AcpError({
      code: 'ACP_PROVIDER_NOTHING_CAPTURED',
      summary: 'Nothing was recorded: no model call came through the loopback provider.',
      facts: [['other requests', String(requests)]],
      look: 'whether the agent honours the base URL it is handed: some read it from another variable or from a config file only',
    }),
} as const;
