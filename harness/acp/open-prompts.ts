import { driveErrors } from '../errors/index.js';
import type { RpcResponse } from './client.js';
import type { DriveState, PromptOutcome } from './drive-state.js';
import { METHODS } from './methods.js';
import { failedRequest } from './requests.js';
import type { WireRequest } from './request-of.js';

export interface OpenPrompt {
  readonly id: number;
  readonly session: string;
  readonly response: Promise<RpcResponse>;
  /** Its response has come, waited for or not. */
  answered: boolean;
}

/** The turns of all sessions: sent, open, answered, cancelled. */
export interface OpenPrompts {
  readonly outcomes: PromptOutcome[];
  /** Sends one without keeping it open: its sender waits for `response`. */
  send(request: WireRequest, session: string): OpenPrompt;
  /** Sends one that a later step may wait for, cancel or trip over. */
  open(request: WireRequest, session: string, at: string): OpenPrompt;
  /** @throws AcpError ACP_STEP_NO_PROMPT */
  get(session: string, at: string): OpenPrompt;
  all(): OpenPrompt[];
  /** Waits for the response; a permission that no later step could answer fails it. */
  response(prompt: OpenPrompt, at: string): Promise<RpcResponse>;
  /** Waits for the response and takes the prompt off. @throws AcpError ACP_REQUEST_FAILED */
  end(prompt: OpenPrompt, at: string): Promise<unknown>;
  cancel(session: string, sessionId: string): void;
}

export function createOpenPrompts(state: DriveState): OpenPrompts {
  const { client } = state;
  const outcomes: PromptOutcome[] = [];
  const open = new Map<string, OpenPrompt>();

  const send = ({ method, params }: WireRequest, session: string): OpenPrompt => {
    const outcome: PromptOutcome = { session };
    outcomes.push(outcome);
    const { id, response } = client.send(method, params);
    const prompt: OpenPrompt = { id, session, response, answered: false };
    void response.then(({ result, error }) => {
      prompt.answered = true;
      client.permissions.turnEnded(session);
      if (error === undefined) outcome.stopReason = String((result as Record<string, unknown> | null | undefined)?.['stopReason']);
      else outcome.error = { code: error.code, message: error.message };
    });
    return prompt;
  };
  const response = async (prompt: OpenPrompt, at: string) => {
    try {
      const received = await client.wait({ at, waitedFor: `the response to ${METHODS.sessionPrompt}` }, () => {
        client.permissions.waiting(prompt.session, at);
        return prompt.response;
      });
      state.mark = received.frame + 1;
      return received;
    } finally {
      client.permissions.waited(prompt.session);
    }
  };
  const cancel = (session: string, sessionId: string) => {
    client.notify(METHODS.sessionCancel, { sessionId });
    // The protocol asks the client to answer what the cancelled turn still asks.
    if (open.get(session)?.answered === false) client.permissions.cancelled(session);
  };

  client.onExpiry(async (grace) => {
    const unanswered = [...open.values()].filter(({ answered }) => !answered);
    if (unanswered.length === 0) return undefined;
    for (const { session } of unanswered) cancel(session, state.sessions.get(session) ?? session);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, grace, `sent; not answered within ${grace} ms`)));
    const answered = Promise.all(unanswered.map((prompt) => prompt.response)).then(() => 'sent and answered');
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  });

  return {
    outcomes,
    send,
    open(request, session, at) {
      if (open.has(session)) throw driveErrors.promptOpen(at, session);
      const prompt = send(request, session);
      open.set(session, prompt);
      return prompt;
    },
    get(session, at) {
      const prompt = open.get(session);
      if (prompt === undefined) throw driveErrors.noOpenPrompt(at, session);
      return prompt;
    },
    all: () => [...open.values()],
    response,
    async end(prompt, at) {
      const { result, error } = await response(prompt, at);
      open.delete(prompt.session);
      if (error !== undefined) throw failedRequest(state, at, METHODS.sessionPrompt, error);
      return result;
    },
    cancel,
  };
}
