import { composeChain, type ModelCall, type Stream, type StreamListener } from './chain.js';
import type { ListenerConfig, ProviderConfig } from '../config/config.js';
import type { StreamChunk } from '../../schema/chunk.js';

/**
 * The `llm/stream` chain of a provider entry. Nothing of it is loaded before the first model call, and the live
 * adapter (with its API key and `.env`) not before a call that no listener served.
 */
export function createStream(config: ProviderConfig): Stream {
  let chain: Promise<Stream> | undefined;
  return async function* (call: ModelCall): AsyncGenerator<StreamChunk> {
    chain ??= buildChain(config);
    yield* (await chain)(call);
  };
}

async function buildChain(config: ProviderConfig): Promise<Stream> {
  const listeners = await Promise.all(config.listeners.map(loadListener));
  let live: Promise<Stream> | undefined;
  return composeChain(listeners, async function* (call) {
    live ??= import('./live.js').then(({ createLiveStream }) => createLiveStream(config));
    // A missing key may be there at the next call: a failed start is not kept.
    const stream = await live.catch((error: unknown) => {
      live = undefined;
      throw error;
    });
    yield* stream(call);
  });
}

async function loadListener({ use, plan }: ListenerConfig): Promise<StreamListener> {
  if (use === 'requests') return (await import('./listeners/requests.js')).requestsListener(plan);
  return (await import('./listeners/replay.js')).replayListener(plan);
}
