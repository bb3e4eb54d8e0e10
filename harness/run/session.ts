import { METHODS } from '../acp/index.js';
import type { CapturedFrame } from '../surfaces/index.js';

/** How a prompt was answered. */
export interface PromptResult {
  stopReason: string;
  /** Updates of the session from the prompt to its response, in order. */
  updates: Record<string, unknown>[];
  /** The text of the agent's message, its chunks joined. */
  text: string;
}

/** One session of a hand-driven agent. */
export interface Session {
  readonly id: string;
  /** Sends a prompt and waits for its response: a text, or content blocks. */
  prompt(content: string | readonly Record<string, unknown>[]): Promise<PromptResult>;
  /** Cancels the open prompt, whose promise then resolves with what the agent answers. */
  cancel(): Promise<void>;
  setMode(mode: string): Promise<void>;
  /** Answers the next permission request that fits. `tool` is a part of the tool call's title, where two could be open. */
  answerPermission(option: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'cancelled', tool?: string): Promise<void>;
  /** Waits until the session got an update that matches the pattern, e.g. `{ sessionUpdate: 'agent_message_chunk' }`. */
  waitForUpdate(update: Record<string, unknown>): Promise<void>;
}

type Step = (step: Record<string, unknown> & { op: string }) => Promise<unknown>;

export function createSession(alias: string, id: string, step: Step, frames: readonly CapturedFrame[]): Session {
  return {
    id,
    async prompt(content) {
      const from = frames.length;
      const result = (await step({ op: 'prompt', session: alias, ...(typeof content === 'string' ? { text: content } : { content }) })) as {
        stopReason?: unknown;
      };
      const updates = frames.slice(from).flatMap((frame) => updateOf(frame, id));
      return { stopReason: String(result.stopReason), updates, text: updates.map(messageText).join('') };
    },
    cancel: async () => void (await step({ op: 'cancel', session: alias })),
    setMode: async (mode) => void (await step({ op: 'set_mode', session: alias, mode })),
    answerPermission: async (option, tool) =>
      void (await step({ op: 'answer_permission', session: alias, option, ...(tool !== undefined && { tool }) })),
    waitForUpdate: async (update) =>
      void (await step({ op: 'wait_for', session: alias, frame: { method: METHODS.sessionUpdate, params: { sessionId: id, update } } })),
  };
}

function updateOf({ from, value }: CapturedFrame, session: string): Record<string, unknown>[] {
  const params = value?.['params'] as { sessionId?: unknown; update?: Record<string, unknown> } | undefined;
  return from === 'agent' && value?.['method'] === METHODS.sessionUpdate && params?.sessionId === session && params.update
    ? [params.update]
    : [];
}

function messageText(update: Record<string, unknown>): string {
  const content = update['content'] as { text?: unknown } | undefined;
  return update['sessionUpdate'] === 'agent_message_chunk' && typeof content?.text === 'string' ? content.text : '';
}
