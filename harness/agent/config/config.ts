export const ADAPTERS = ['deepseek', 'openai-compatible', 'anthropic'] as const;
export type AdapterId = (typeof ADAPTERS)[number];

export const LISTENERS = ['replay', 'requests'] as const;
/** A listener of the `llm/stream` chain. It stands before the live adapter and may serve a call in its place. */
export interface ListenerConfig {
  use: (typeof LISTENERS)[number];
  /** Absolute path of a replay plan. */
  plan: string;
}

export const SESSION_MODES = ['ask', 'auto', 'read-only'] as const;
export type SessionModeId = (typeof SESSION_MODES)[number];

/** What the loop knows of the model, whoever serves the stream. */
export interface ModelFacts {
  /** Tokens. */
  contextWindow: number;
  modalities: readonly ('text' | 'image')[];
  /** Whether thinking can be switched off; the session option `thinking` is offered only then. */
  thinking: boolean;
  /** Failures with one of `codes` are tried again inside the same step, `max` times, after `delayMs` milliseconds. */
  retry: { max: number; delayMs: number; codes: readonly string[] };
}

/** The one entry that an overlay may change. */
export interface ProviderConfig {
  adapter: AdapterId;
  /** Name of the provider, as session logs and requests carry it. */
  name: string;
  model: string;
  baseUrl: string;
  /** Name of a variable that replaces `baseUrl` where it is set. */
  baseUrlEnv: string;
  /** Name of the variable that holds the API key. */
  apiKeyEnv: string;
  facts: ModelFacts;
  listeners: readonly ListenerConfig[];
}

export interface Limits {
  /** Model calls per turn where the session's option does not say otherwise. */
  stepsPerTurn: number;
  /** Milliseconds before bash ends a command, unless the call asks for another time. */
  bashTimeoutMs: number;
  /** Characters of a command's output that the model sees. */
  outputCharacters: number;
  /** Bytes kept of output that is too long for the model. */
  blobBytes: number;
  /** Lines that one read shows. */
  readLines: number;
  /** How deep sub-agents may be nested: with 1 a sub-agent starts none of its own. */
  subagentDepth: number;
  /** Sub-agents that one turn of a session may start or go on with. */
  subagentsPerTurn: number;
}

/** The agent's one config. There is no test mode: a replay config is this with another `provider` entry. */
export interface AgentConfig {
  schema: 1;
  provider: ProviderConfig;
  /** Where files are read and written and commands run. */
  executor: 'local';
  /** Mode of a new session. */
  mode: SessionModeId;
  limits: Limits;
}
