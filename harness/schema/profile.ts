import type { CompareMode } from './surface.js';
import type { Dialect } from './wire.js';

/** What the replay provider of a session-seam agent is handed: one listener of its `llm/stream` chain. */
export interface SessionSeamListener {
  use: 'replay' | 'requests';
  /** Absolute path of the replay plan. */
  plan: string;
}

/** A live endpoint that the loopback provider stands in for. */
export interface Upstream {
  /** Variable of the caller's environment that holds the live base URL in record. */
  readonly variable: string;
  /** The live base URL where the variable is not set. */
  readonly default?: string;
}

/** A table whose rows are records of a session log, each as `{ table, row }`. */
export interface SessionLogTable {
  readonly name: string;
  /** Columns the rows are sorted by. */
  readonly orderBy: readonly string[];
  /** Columns that hold JSON; it stands decoded in the row. */
  readonly json?: readonly string[];
  /** Column that names the session a row belongs to, where one database holds several. */
  readonly session?: string;
}

/** Records of a log that an agent writes beside its turns, such as a title that a call of its own brings. */
export interface AsideRecords {
  /** Fields by their paths and the texts that they hold, e.g. `{ type: 'session/title', 'data.source.kind': 'provider' }`. */
  readonly where: Readonly<Record<string, string>>;
  /** Why their place among the other records is timing, as the report prints it. */
  readonly reason: string;
  /** The agent writes the same record again at times of its own: equal ones count once. */
  readonly once?: true;
}

/** Where an agent keeps its own durable log, and how it is read. */
export interface SessionLogSource {
  /** Folder that holds the logs, e.g. `{{home}}/.codex/sessions`. */
  readonly folder: string;
  /** Glob below it, e.g. `**\/rollout-*.jsonl`. */
  readonly files: string;
  /** `jsonl-set`: JSONL with `{"$set":…}` patch lines. `sqlite`: rows of `tables`, a record each. */
  readonly format: 'jsonl' | 'jsonl-set' | 'json' | 'zstd-jsonl' | 'sqlite';
  /** `sqlite`: the tables, in the order in which their rows stand in the log. */
  readonly tables?: readonly SessionLogTable[];
  /**
   * Id of the session a file belongs to, out of its path below `folder` and its records; a file without one is left
   * out, and the report says so. Where absent: the session whose id stands in its path or in its first record, else a
   * session of its own.
   */
  readonly session?: (file: string, records: readonly unknown[]) => string | undefined;
  /** Records whose place among the others is timing: they are compared behind all others, kind by kind. */
  readonly aside?: readonly AsideRecords[];
}

/**
 * How to boot one kind of agent. Data plus small pure functions; nothing else in the harness knows an agent by name.
 *
 * Strings may hold `{{provider}}` (base URL of the loopback provider, in the provider seam; `{{provider:name}}` for a
 * further endpoint), `{{node}}` (this Node's executable), `{{package}}` (the folder of playwright-acp), `{{root}}` (the
 * folder of the Playwright config) and, in `env`, `args` and paths, `{{home}}`, `{{tmp}}`, `{{cwd}}`, `{{run}}` (a
 * folder of the harness for this run, outside the agent's cwd).
 */
export interface AgentProfile {
  readonly name: string;
  /** Program and arguments. No shell is involved. */
  readonly command: readonly string[];
  /** Added to the allow-listed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Session seam: where the agent keeps its log and how it is handed a listener for its `llm/stream` chain. */
  readonly session?: {
    /**
     * Folder that holds one `<id>.jsonl` per session, at any depth. Bytes that an event names by their SHA-256 (`blobId`)
     * stand beside it, in `<id>.blobs/<blobId>`.
     */
    readonly logs: string;
    /** Further arguments and files (name in `{{run}}` → text) that put the listener into the agent's config. */
    readonly listen: (listener: SessionSeamListener) => {
      readonly args: readonly string[];
      readonly files: Readonly<Record<string, string>>;
    };
    /** Names of the environment variables that record passes on to the live adapter. */
    readonly credentials: readonly string[];
    /** The variable that holds the live base URL: what the live adapter is pointed at where its provider is to fail. */
    readonly baseUrl?: string;
    /** Other variables that record passes on, such as a base URL. */
    readonly live?: readonly string[];
  };
  /** Provider seam: what the agent speaks, and what it is handed instead of the live endpoint. */
  readonly provider?: {
    readonly dialect: Dialect;
    readonly upstream: Upstream;
    /** Variables that hold the key: passed on from the caller in record, the placeholder `replay` otherwise. */
    readonly credentials: readonly string[];
    /** Further endpoints by name (HTTP MCP servers, tool APIs), each in a lane of its own. */
    readonly endpoints?: Readonly<Record<string, Upstream>>;
  };
  /** Files written before the boot, by path (e.g. `{{home}}/.codex/config.toml`); their texts may hold placeholders. */
  readonly files?: Readonly<Record<string, string>>;
  /** Node majors the agent runs on, e.g. `>=24`, where they are not this package's. */
  readonly node?: string;
  /** Hosts beside loopback that the agent may try to reach, each with its reason. Any other attempt fails a replay. `*.example.com`: every host below it. */
  readonly hosts?: readonly { readonly host: string; readonly reason: string }[];
  /**
   * Why the agent is not sealed in a network namespace of its own in replay, e.g. "its MCP server runs on this machine's
   * loopback". Sealed where absent, as far as the platform permits it.
   */
  readonly unsealed?: string;
  /** Provider seam: the agent's own log, as a surface. */
  readonly sessionLog?: SessionLogSource;
  /** Paths below HOME and TMPDIR that the agent may leave behind; anything else that appears there is part of the workspace surface. */
  readonly state?: readonly string[];
  /** How transcripts are compared where a scenario's header does not say. `causal` where absent: nothing is known of the agent's races. */
  readonly compare?: CompareMode;
  /** Stdout lines that are no frames and yet allowed, as regular expressions with their reason. */
  readonly noise?: readonly { readonly pattern: string; readonly reason: string }[];
  /** Rebuilds the agent where an input is newer than the output; run by globalSetup. Paths from `{{root}}`. */
  readonly build?: { readonly command: readonly string[]; readonly inputs: readonly string[]; readonly output: string };
  /**
   * Milliseconds of silence to wait for after the last answer, for agents that send updates behind it and write nothing
   * more once stdin has ended. 25 where absent; 0 for an agent that says everything before it answers.
   */
  readonly quiescence?: number;
  /** Deadlines in milliseconds. Defaults: step 30,000; idle 15,000; total 60,000; grace of each rung of the shutdown ladder 2,000. */
  readonly deadlines?: { readonly step?: number; readonly idle?: number; readonly total?: number; readonly grace?: number };
  /** Updates of tool calls whose place among the others is timing. */
  readonly aside?: readonly AsideUpdates[];
  /** Agent-specific volatile fields beside those of the protocol. Compose them of `defaults`, `timestampsAt`, `idsAt` (`playwright-acp/config`). */
  readonly normalizers?: readonly FieldNormalizer[];
}

/**
 * Updates of a tool call that an agent sends beside the others, such as those of a hook. In `causal` and `state` they
 * are compared behind all others of their call.
 */
export interface AsideUpdates {
  /** JSON path in the frame at which only these hold something, e.g. `params.update._meta.hook`. */
  readonly path: string;
  /** Why their place among the other updates is timing, as the report prints it. */
  readonly reason: string;
}

/** A named rule that replaces one volatile field by a token. Pure. */
export interface FieldNormalizer {
  readonly name: string;
  readonly reason: string;
  /** `every`: a rule of every agent, as `defaults` holds them; its path says nothing. */
  readonly surface: 'transcript' | 'session-log' | 'requests' | 'every';
  /** JSON path with `*` for any key or index, e.g. `params.update.rawOutput.duration`. */
  readonly path: string;
  /** With a `pattern` it may be empty: a part that only some runs have goes. */
  readonly token: string;
  /** Regular expression: only what it matches inside the strings at `path` is replaced, e.g. a date in a prompt. */
  readonly pattern?: string;
  /** First-seen numbers stand in the token: `{{build#1}}`. */
  readonly numbered?: true;
}
