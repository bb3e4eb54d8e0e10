import { permissionErrors, type AcpError, type AskedPermission, type ScriptedAnswer } from '../errors/index.js';

/** One open `session/request_permission`. */
export interface PermissionRequest {
  /** Alias of the session, or its id where it has none. */
  session: string;
  toolCallId: string;
  /** What an answer's `tool` is looked up in. */
  titles: readonly string[];
  names: readonly string[];
  options: readonly { optionId: string; kind: string }[];
  /** Sends the outcome. Called once. */
  respond(outcome: { outcome: 'selected'; optionId: string } | { outcome: 'cancelled' }): void;
}

/** One scripted answer of the input. */
export interface PermissionAnswer extends ScriptedAnswer {
  session: string;
}

/**
 * Brings permission requests and scripted answers together, by option kind and tool, never by arrival where that could
 * differ between two runs.
 */
export interface PermissionDesk {
  asked(request: PermissionRequest): void;
  answer(answer: PermissionAnswer): void;
  /** A step now waits for the response to the session's prompt: no later step can answer. */
  waiting(session: string, at: string): void;
  waited(session: string): void;
  /** The client cancelled the turn: what is open, and what the turn still asks, is answered `cancelled`. */
  cancelled(session: string): void;
  /** The agent spoke about a tool call: it has taken the answer. */
  toolMoved(session: string, toolCallId: string): void;
  turnEnded(session: string): void;
  /** Whether a request was open; it is forgotten, as its sender took it back. */
  withdraw(request: PermissionRequest): boolean;
  /** At the end of the input: everything answered, every answer used? */
  leftOver(at: string): AcpError | undefined;
}

interface Answered {
  request: PermissionRequest;
  answer: PermissionAnswer;
}

export function createPermissionDesk(fail: (error: AcpError) => void): PermissionDesk {
  const open: PermissionRequest[] = [];
  const queued: PermissionAnswer[] = [];
  /** Answered, but the agent has not acted on it yet: another request that comes now was open at the same time. */
  let justAnswered: Answered[] = [];
  const waitingSteps = new Map<string, string>();
  const cancelledTurns = new Set<string>();

  const settle = (request: PermissionRequest, answer: PermissionAnswer) => {
    // Whether the two could have met the other way round, had the agent asked in another order.
    const rival = justAnswered.find(
      (other) => other.answer.option !== answer.option && fits(other.answer, request) && fits(answer, other.request),
    );
    if (rival !== undefined) return fail(permissionErrors.ambiguous([rival.request, request].map(describe), [rival.answer, answer]));
    const option = request.options.find(({ kind }) => kind === answer.option);
    if (answer.option === 'cancelled') request.respond({ outcome: 'cancelled' });
    else if (option === undefined) return fail(permissionErrors.notOffered(describe(request), answer));
    else request.respond({ outcome: 'selected', optionId: option.optionId });
    justAnswered.push({ request, answer });
  };

  return {
    asked(request) {
      if (cancelledTurns.has(request.session)) return request.respond({ outcome: 'cancelled' });
      const fitting = queued.filter((answer) => fits(answer, request));
      const answer = fitting.find(({ tool }) => tool !== undefined) ?? fitting[0];
      if (answer !== undefined) {
        queued.splice(queued.indexOf(answer), 1);
        return settle(request, answer);
      }
      open.push(request);
      const at = waitingSteps.get(request.session);
      if (at !== undefined) fail(permissionErrors.unanswered(describe(request), at, queued));
    },
    answer(answer) {
      const fitting = open.filter((request) => fits(answer, request));
      if (fitting.length > 1) return fail(permissionErrors.ambiguous(fitting.map(describe), [answer]));
      const [request] = fitting;
      if (request === undefined) return void queued.push(answer);
      open.splice(open.indexOf(request), 1);
      settle(request, answer);
    },
    waiting(session, at) {
      waitingSteps.set(session, at);
      const request = open.find((one) => one.session === session);
      if (request !== undefined) fail(permissionErrors.unanswered(describe(request), at, queued));
    },
    waited: (session) => void waitingSteps.delete(session),
    cancelled(session) {
      cancelledTurns.add(session);
      for (const request of open.filter((one) => one.session === session)) {
        open.splice(open.indexOf(request), 1);
        request.respond({ outcome: 'cancelled' });
      }
    },
    toolMoved(session, toolCallId) {
      if (justAnswered.length > 0)
        justAnswered = justAnswered.filter(({ request }) => request.session !== session || request.toolCallId !== toolCallId);
    },
    turnEnded(session) {
      cancelledTurns.delete(session);
      justAnswered = justAnswered.filter(({ request }) => request.session !== session);
    },
    withdraw(request) {
      const index = open.indexOf(request);
      if (index !== -1) open.splice(index, 1);
      return index !== -1;
    },
    leftOver(at) {
      if (open[0] !== undefined) return permissionErrors.unanswered(describe(open[0]), at, queued);
      return queued.length > 0 ? permissionErrors.unused(queued) : undefined;
    },
  };
}

function fits(answer: PermissionAnswer, request: PermissionRequest): boolean {
  const { tool } = answer;
  return (
    answer.session === request.session &&
    (tool === undefined || request.names.includes(tool) || request.titles.some((title) => title.includes(tool)))
  );
}

const describe = (request: PermissionRequest): AskedPermission => ({
  session: request.session,
  tool: request.titles[0] ?? request.names[0] ?? request.toolCallId,
  offered: request.options.map(({ kind }) => kind),
});
