import type { SessionUpdate, ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import type { ToolSchema } from '../../schema/model-request.js';
import type { BlobStore } from '../blobs/blob-store.js';
import type { Limits } from '../config/config.js';
import type { Executor } from '../executor/executor.js';
import type { ProcessNote } from '../log/processes.js';
import type { SessionProcesses } from '../processes/session-processes.js';

export type PlanEntry = Extract<SessionUpdate, { sessionUpdate: 'plan' }>['entries'][number];

/** A change to one file, as the session log keeps it: the changed lines with a few around them. */
export interface FileDiff {
  /** As the model named it. */
  path: string;
  /** Absent for a file that was not there. */
  oldText?: string;
  newText: string;
}

export interface ToolResult {
  /** What the model reads. */
  text: string;
  isError: boolean;
  meta?: { diffs: FileDiff[] };
  /** The plan that the tool set. */
  plan?: PlanEntry[];
  /** What became of commands: the log tells it before the result. */
  processes?: ProcessNote[];
  /**
   * What is left to do once all calls of the reply have ended, one call after the other in their order. What it gives
   * is the result.
   */
  settle?: () => Promise<ToolResult>;
}

/** Work for a sub-agent: a new one, or one that was kept. */
export type SubagentTask = { description: string; prompt: string } & ({ start: 'fresh' | 'fork'; keep: boolean } | { continues: string });

/** What a tool may use of the world. */
export interface ToolContext {
  executor: Executor;
  /** Absolute folder of the session; file tools stay below it. */
  cwd: string;
  limits: Limits;
  processes: SessionProcesses;
  blobs: BlobStore;
  /** Told when a command runs in a terminal of the client, which shows it then. */
  onTerminal?: (terminalId: string) => void;
  signal: AbortSignal;
  /** Has a sub-agent do a part of the work. It has begun when this returns. */
  delegate: (task: SubagentTask) => Promise<ToolResult>;
}

/** How a client shows a call before it ran. */
export interface ToolCallView {
  title: string;
  locations?: ToolCallLocation[];
  content?: ToolCallContent[];
}

export type ToolArguments = Record<string, unknown>;

/** One tool. Its arguments were checked against `schema.parameters` before `view` and `run` see them. */
export interface Tool {
  schema: ToolSchema;
  kind: ToolKind;
  /** Changes something: it runs alone, and the session mode decides whether it may. */
  changes: boolean;
  /** What it changes is in a place of its own until it settles: it runs beside others all the same. */
  sideBySide?: true;
  /** Pure: a loaded session shows the same as a live one. */
  view(args: ToolArguments, cwd: string): ToolCallView;
  run(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}

type More = Omit<ToolResult, 'text' | 'isError'>;

export const succeeded = (text: string, more: More = {}): ToolResult => ({ text, isError: false, ...more });
export const failed = (text: string, more: More = {}): ToolResult => ({ text, isError: true, ...more });

/** What the model is told of a call that did not come to its end. */
export const CANCELLED = 'The turn was cancelled before the tool ended.';
