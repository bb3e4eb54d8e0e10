import { createHash } from 'node:crypto';
import { createCassetteRecorder, type CassetteRecorder, type WireNormalizer } from '../cassette/index.js';
import { dialectOf, readRequest } from '../dialects/index.js';
import type { Decision } from '../schema/index.js';
import { forward } from './forward.js';
import type { RecordProviderOptions } from './options.js';
import type { Handling } from './handling.js';
import { liveUrl } from './routes.js';
import { toWireReply } from './wire-reply.js';

/** Run mode record: every request goes to its live endpoint. */
export interface Recording extends Handling {
  recorder: CassetteRecorder;
}

/** @throws AcpError `ACP_PROVIDER_UPSTREAM` where a live base URL is none. */
export function createRecording(
  options: RecordProviderOptions,
  normalizer: WireNormalizer,
  append: (decision: Decision) => void,
): Recording {
  const { upstream, endpoints = {}, onExchange } = options;
  liveUrl(upstream, { path: '' });
  for (const [endpoint, base] of Object.entries(endpoints)) liveUrl(base, { endpoint, path: '' });
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const recorder = createCassetteRecorder({ normalizer, hash, append, onExchange });
  return {
    recorder,
    async handle(incoming) {
      const { endpoint, method, path, headers, body } = incoming;
      const dialect = endpoint === undefined ? dialectOf(method, path) : undefined;
      const ended = dialect
        ? recorder.call(readRequest(dialect, { method, path, headers, body }))
        : recorder.plainCall({ method, path, headers, ...(body !== undefined && { body }) }, endpoint);
      const url = liveUrl(endpoint === undefined ? upstream : endpoints[endpoint]!, incoming);
      ended(toWireReply(await forward(url, incoming.request, incoming.bytes, incoming.response)));
    },
  };
}
