import type { Server } from 'node:net';
import type { Cassette } from '../cassette/index.js';
import type { ScriptRecord } from '../faults/index.js';
import type { Identity } from '../redact/index.js';
import type { Decision, Exchange, FieldNormalizer, NormalizerCount, PlainExchange, ReplayPlan } from '../schema/index.js';

interface Common {
  /** Folders of the run; they become tokens in what is recorded and compared, and are bound again in replies. */
  bindings?: ReplayPlan['bindings'];
  /** The agent profile's; those of surface `requests` apply. */
  normalizers?: readonly FieldNormalizer[];
  /** Home directories, user and host of the machine: redacted. */
  identity?: Identity;
  /** Values that must not be written, such as keys of the environment. */
  canaries?: readonly string[];
  /** Told of every decision before anything is served. */
  onDecision?: (decision: Decision) => void;
  /**
   * A server that listens already, in place of a fresh port on 127.0.0.1: its connections are served, and it is left
   * open. `url` is where the agent finds it, e.g. `http://127.0.0.1:4010`, where that is not its own address.
   */
  server?: { listening: Server; url?: string };
  /** Part of every path, so that no other process on the machine is served. A random one where absent; none where empty. */
  secret?: string;
}

/** Forwards to the live endpoints and records. */
export interface RecordProviderOptions extends Common {
  mode: 'record';
  /** Live base URL. */
  upstream: string;
  /** Live base URLs of further endpoints, by name. */
  endpoints?: Readonly<Record<string, string>>;
  /** Told of every exchange once it has ended. */
  onExchange?: (record: Exchange | PlainExchange) => void;
}

/** A text with the name it has in errors. */
export interface NamedText {
  text: string;
  file: string;
}

/** Serves a cassette. */
export interface ReplayProviderOptions extends Common {
  mode: 'replay';
  /** Text of `provider-replay.jsonl`. Absent: every model call is refused. */
  cassette?: NamedText;
  /** Names of further endpoints. */
  endpoints?: readonly string[];
  /**
   * What requests are compared with: `requests.expected.jsonl`, and the pin's texts for `{{system}}` and `{{tools}}` in
   * it; `nothing`; or, where absent, what the cassette recorded.
   */
  expected?: { requests: NamedText; pin?: { system: string; tools: NamedText } } | 'nothing';
  /** Serves a request that drifted by its place, in place of refusing it. */
  refresh?: boolean;
  /** In place of a cassette: a recorded session's replies, worded in the dialect of each request. */
  script?: { scenario: string; records: readonly ScriptRecord[] };
  /** A fault that one model call meets. Requests are then compared with nothing. */
  fault?: FaultOptions;
}

/** A fault of the provider, and which model call meets it. */
export interface FaultOptions {
  /** E.g. `429` or `reset-after:3`. */
  name: string;
  /** The model call, from 1: conversations that offer tools first, each from its first call to its last. 1 where absent. */
  call?: number;
  /** How many attempts at that call meet it; all where absent. */
  times?: number;
  /** Told before it shows. `next-turn`: nobody listens any more, which the call of the next turn will find. */
  onFault?: (when: 'now' | 'next-turn') => void;
}

export type LoopbackProviderOptions = RecordProviderOptions | ReplayProviderOptions;

/** A running loopback provider. Close it, whatever happened. */
export interface LoopbackProvider {
  /** Base URL for the agent, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /**
   * Base URL of a further endpoint.
   *
   * @throws AcpError `ACP_PROVIDER_ENDPOINT`
   */
  urlOf: (endpoint?: string) => string;
  /** What was decided so far, in order. */
  readonly decisions: readonly Decision[];
  /** What is played, in replay. */
  readonly played?: Pick<Cassette, 'exchanges' | 'authored'>;
  /** Model calls that ended so far, in record. */
  readonly exchanges: readonly Exchange[];
  /** Other requests that ended so far, in record. */
  readonly plain: readonly PlainExchange[];
  /**
   * Text of `provider-replay.jsonl` with what was recorded.
   *
   * @throws AcpError `ACP_PROVIDER_NOTHING_CAPTURED` where no model call came through.
   */
  cassette: (scenario: string) => string;
  /** What was normalized in requests, how often and why. */
  normalizers: () => NormalizerCount[];
  /** Ends every connection and settles once all is written down. Repeated calls share one result. */
  close: () => Promise<void>;
}
