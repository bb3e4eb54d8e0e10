import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { namedByConfig } from '../environment.js';
import { ModelFailure } from './failure.js';
import { streamModel, type Model } from './adapters/stream.js';
import type { AdapterId, ProviderConfig } from '../config/config.js';
import type { Stream } from './chain.js';

/** What an adapter needs to reach its endpoint. */
export interface Endpoint {
  name: string;
  model: string;
  baseUrl: string;
  apiKey: string;
}

/** Serves model calls from the live provider. A missing key fails the call, not the agent's start. */
export async function createLiveStream(config: ProviderConfig): Promise<Stream> {
  const env = liveEnvironment();
  const apiKey = env(config.apiKeyEnv);
  if (apiKey === undefined) throw new ModelFailure('AUTH', `no API key: set ${config.apiKeyEnv} in the environment or in .env`);
  const model = (await MODELS[config.adapter]())({
    name: config.name,
    model: config.model,
    baseUrl: env(config.baseUrlEnv) ?? config.baseUrl,
    apiKey,
  });
  return (call) => streamModel(model, config, call);
}

/** Each adapter is a chunk of its own, loaded when it is used. */
const MODELS: Readonly<Record<AdapterId, () => Promise<(endpoint: Endpoint) => Model>>> = {
  deepseek: async () => (await import('./adapters/deepseek.js')).deepseekModel,
  'openai-compatible': async () => (await import('./adapters/openai-compatible.js')).openaiCompatibleModel,
  anthropic: async () => (await import('./adapters/anthropic.js')).anthropicModel,
};

/** Variables of the environment, then those of `.env` in the agent's own working directory, which never override. */
function liveEnvironment(): (name: string) => string | undefined {
  let file: Record<string, string | undefined> = {};
  try {
    file = parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    // No such file, or not readable: the environment alone counts.
  }
  return (name) => namedByConfig(name) ?? (file[name] || undefined);
}
