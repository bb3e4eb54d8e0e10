import { agentConfig } from '../../errors/agent.js';
import { ADAPTERS, LISTENERS, SESSION_MODES, type AgentConfig } from './config.js';

/** `undefined` where the value is right, else what it has to be. */
type Rule = (value: unknown) => string | undefined;
interface Shape {
  readonly [key: string]: Rule | Shape | readonly [Shape];
}

const text: Rule = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a non-empty string');
const count: Rule = (value) => (Number.isInteger(value) && (value as number) > 0 ? undefined : 'a whole number above 0');
const countOrZero: Rule = (value) => (Number.isInteger(value) && (value as number) >= 0 ? undefined : 'a whole number, 0 or more');
const truth: Rule = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const oneOf =
  (...options: readonly unknown[]): Rule =>
  (value) =>
    options.includes(value) ? undefined : options.map((option) => JSON.stringify(option)).join(' or ');
const listOf =
  (rule: Rule, of: string): Rule =>
  (value) =>
    Array.isArray(value) && value.every((item) => rule(item) === undefined) ? undefined : `a list of ${of}`;
const url: Rule = (value) => (typeof value === 'string' && /^https?:\/\/./.test(value) ? undefined : 'an http or https URL');

const SHAPE: Shape = {
  schema: oneOf(1),
  provider: {
    adapter: oneOf(...ADAPTERS),
    name: text,
    model: text,
    baseUrl: url,
    baseUrlEnv: text,
    apiKeyEnv: text,
    facts: {
      contextWindow: count,
      modalities: listOf(oneOf('text', 'image'), '"text" and "image"'),
      thinking: truth,
      retry: { max: countOrZero, delayMs: countOrZero, codes: listOf(text, 'failure codes') },
    },
    listeners: [{ use: oneOf(...LISTENERS), plan: text }],
  },
  executor: oneOf('local'),
  mode: oneOf(...SESSION_MODES),
  limits: {
    stepsPerTurn: count,
    bashTimeoutMs: count,
    outputCharacters: count,
    blobBytes: count,
    readLines: count,
    subagentDepth: count,
    subagentsPerTurn: count,
  },
};

/**
 * Checks a whole config: every key present, no other key, every value as it must be.
 *
 * @throws AcpError `ACP_AGENT_CONFIG`, naming the file and the key.
 */
export function checkConfig(value: unknown, file: string): AgentConfig {
  checkShape(value, SHAPE, file, '');
  return value as AgentConfig;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkShape(value: unknown, shape: Shape, file: string, path: string): void {
  if (!isRecord(value)) throw agentConfig(file, path, 'it must be an object');
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) throw agentConfig(file, at(unknown), 'no such key');
  for (const [key, rule] of Object.entries(shape)) {
    if (!Object.hasOwn(value, key)) throw agentConfig(file, at(key), 'it is missing');
    checkValue(value[key], rule, file, at(key));
  }
}

function checkValue(value: unknown, rule: Rule | Shape | readonly [Shape], file: string, path: string): void {
  if (typeof rule === 'function') {
    const wanted = rule(value);
    if (wanted !== undefined) throw agentConfig(file, path, `it must be ${wanted}`);
    return;
  }
  if (!isList(rule)) return checkShape(value, rule, file, path);
  if (!Array.isArray(value)) throw agentConfig(file, path, 'it must be a list');
  for (const [index, item] of value.entries()) checkShape(item, rule[0], file, `${path}[${index}]`);
}

const isList = (rule: Shape | readonly [Shape]): rule is readonly [Shape] => Array.isArray(rule);
