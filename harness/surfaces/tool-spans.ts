import type { CapturedFrame } from './frame.js';

/** One tool call as the agent told of it: from its start to the update that ended it. Milliseconds since boot. */
export interface ToolSpan {
  title: string;
  status: string;
  start: number;
  /** Absent where no update said that it ended. */
  end?: number;
}

interface ToolUpdate {
  sessionUpdate?: unknown;
  toolCallId?: unknown;
  title?: unknown;
  status?: unknown;
}

const ENDED: readonly unknown[] = ['completed', 'failed'];

/** The tool calls of a run in the order in which they started. Frames may say anything: what is no tool call is left out. */
export function toolSpans(frames: readonly CapturedFrame[]): ToolSpan[] {
  const spans = new Map<string, ToolSpan>();
  for (const { from, at, value } of frames) {
    const params = from === 'agent' ? (value?.['params'] as { sessionId?: unknown; update?: ToolUpdate } | null | undefined) : undefined;
    const update = params?.update;
    if (typeof update?.toolCallId !== 'string') continue;
    const key = JSON.stringify([params?.sessionId, update.toolCallId]);
    if (update.sessionUpdate === 'tool_call') spans.set(key, { title: update.toolCallId, status: '', start: at });
    const span = spans.get(key);
    if (!span) continue;
    if (typeof update.title === 'string') span.title = update.title;
    if (typeof update.status === 'string') span.status = update.status;
    if (span.end === undefined && ENDED.includes(update.status)) span.end = at;
  }
  return [...spans.values()];
}
