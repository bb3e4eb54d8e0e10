import { checkProfile } from '../../../fixtures/check-profile.js';
import { agentsErrors } from '../../errors/agents.js';
import { nearest } from '../../scenario/nearest.js';
import type { AgentModule } from './agent-module.js';

const KEYS = Object.keys({
  profile: true,
  version: true,
  install: true,
  doctor: true,
  basePath: true,
  replies: true,
  steps: true,
  header: true,
} satisfies Record<keyof AgentModule, true>);

/**
 * The default export of an agent's module.
 *
 * @throws AcpError `ACP_AGENTS_NO_DEFAULT`, `ACP_AGENTS_UNKNOWN_KEY`, `ACP_AGENTS_INVALID`, and for its profile `ACP_CONFIG_…`
 */
export function checkModule(value: unknown, file: string): AgentModule {
  if (!isObject(value)) throw agentsErrors.noDefault(file);
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw agentsErrors.unknownKey(file, unknown, nearest(unknown, KEYS));
  const { profile, version, replies, steps, header, install, basePath } = value;
  if (!isObject(profile)) throw agentsErrors.invalid(file, 'profile', 'an agent profile');
  checkProfile(profile, `"profile" of ${file}`);
  if (!isObject(profile['provider']))
    throw agentsErrors.invalid(file, 'profile.provider', 'there: the journey is recorded on the wire (dialect, upstream, credentials)');
  if (typeof version !== 'string' || version === '') throw agentsErrors.invalid(file, 'version', 'a text, for the table');
  if (!isObject(replies) || !Object.values(replies).every(Array.isArray))
    throw agentsErrors.invalid(file, 'replies', 'lists of replies by part of the prompt that they answer');
  if (steps !== undefined && !(Array.isArray(steps) && steps.every(isObject)))
    throw agentsErrors.invalid(file, 'steps', 'a list of actions');
  if (header !== undefined && !isObject(header)) throw agentsErrors.invalid(file, 'header', 'an object');
  if (basePath !== undefined && typeof basePath !== 'string') throw agentsErrors.invalid(file, 'basePath', 'a path such as "/v1"');
  if (install !== undefined && !(isObject(install) && /^[\w@.-]+$/.test(String(install['folder']))))
    throw agentsErrors.invalid(file, 'install', '{ folder, packages }, the folder a name below .agents/');
  return value as unknown as AgentModule;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
