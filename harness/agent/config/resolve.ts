import { agentConfig } from '../../errors/agent.js';
import { checkConfig, isRecord } from './check.js';
import { LIVE_CONFIG } from './live.js';
import type { AgentConfig } from './config.js';

/** A config file's text and where it came from. */
export interface ConfigText {
  file: string;
  text: string;
}

/**
 * The config that counts: the given one or the packaged live one, with the overlay's `provider` keys put over it.
 * An overlay that touches anything else is refused, so that a replay config can differ in the provider entry only.
 *
 * @throws AcpError `ACP_AGENT_CONFIG`.
 */
export function resolveConfig(config: ConfigText | undefined, overlay: ConfigText | undefined): AgentConfig {
  const base = config ? checkConfig(parse(config), config.file) : LIVE_CONFIG;
  if (!overlay) return base;
  const value = parse(overlay);
  if (!isRecord(value)) throw agentConfig(overlay.file, '', 'it must be an object');
  const other = Object.keys(value).find((key) => key !== 'provider');
  if (other !== undefined) throw agentConfig(overlay.file, other, 'an overlay may replace keys of "provider" only');
  if (!isRecord(value['provider'])) throw agentConfig(overlay.file, 'provider', 'it must be an object');
  return checkConfig({ ...base, provider: { ...base.provider, ...value['provider'] } }, overlay.file);
}

function parse({ file, text }: ConfigText): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw agentConfig(file, '', `it is not JSON: ${(error as Error).message}`);
  }
}
