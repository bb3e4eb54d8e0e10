import { finding, type Finding } from './rules.js';
import { fieldsOf, sessionOf, updateOf, type Message, type RequestMessage, type ResponseMessage } from './messages.js';

/** Updates that tell what happens in a turn. The others tell how the session stands, and may come at any time. */
const CONTENT = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'compaction_summary_chunk',
]);

/** What is going on in one session. */
interface Activity {
  prompts: Set<RequestMessage>;
  loads: Set<RequestMessage>;
  resumes: Set<RequestMessage>;
  cancelled: Set<RequestMessage>;
  /** What was answered last; a client request since then clears it for updates about the session's state. */
  ended: 'session/prompt' | 'session/load' | undefined;
  /** The client has asked for something since. */
  askedSince: boolean;
}

/** Updates stand within their turn, history stands before the answer to its load, a cancelled prompt ends as cancelled. */
export function checkTurns(messages: readonly Message[]): Finding[] {
  const sessions = new Map<string, Activity>();
  const activity = (session: string): Activity => {
    let known = sessions.get(session);
    if (!known) {
      known = { prompts: new Set(), loads: new Set(), resumes: new Set(), cancelled: new Set(), ended: undefined, askedSince: false };
      sessions.set(session, known);
    }
    return known;
  };
  return messages.flatMap((message) => {
    const update = updateOf(message);
    if (update) return checkUpdate(message, update.kind, activity(update.session));
    if (message.kind === 'response') {
      const session = message.from === 'agent' && message.request ? sessionOf(message.request) : undefined;
      return session === undefined ? [] : endRequest(message, message.request!, activity(session));
    }
    const session = message.from === 'client' ? sessionOf(message) : undefined;
    if (session !== undefined) begin(message, activity(session));
    return [];
  });
}

function begin(message: Message, activity: Activity): void {
  if (message.kind === 'notification' && message.method === 'session/cancel') {
    for (const prompt of activity.prompts) activity.cancelled.add(prompt);
  }
  if (message.kind !== 'request') return;
  activity.askedSince = true;
  if (message.method === 'session/prompt') activity.prompts.add(message);
  if (message.method === 'session/load') activity.loads.add(message);
  if (message.method === 'session/resume') activity.resumes.add(message);
}

function endRequest(response: ResponseMessage, request: RequestMessage, activity: Activity): Finding[] {
  activity.loads.delete(request);
  activity.resumes.delete(request);
  if (request.method === 'session/prompt' || request.method === 'session/load') {
    activity.ended = request.method;
    activity.askedSince = false;
  }
  if (request.method === 'session/close' && !('error' in response))
    return [...activity.prompts].map(({ id }) =>
      finding('close-open-turn', response.index, `session/close is answered while the prompt with id ${JSON.stringify(id)} is not`),
    );
  if (!activity.prompts.delete(request) || !activity.cancelled.has(request)) return [];
  if ('error' in response) return [finding('cancel-outcome', response.index, 'a prompt of a cancelled session is answered with an error')];
  const stopReason = fieldsOf(response.result)['stopReason'];
  if (stopReason === 'cancelled') return [];
  return [
    finding('cancel-outcome', response.index, `a prompt of a cancelled session ends with the stop reason ${JSON.stringify(stopReason)}`),
  ];
}

function checkUpdate({ index }: Message, kind: string, activity: Activity): Finding[] {
  if (activity.prompts.size > 0 || activity.loads.size > 0) return [];
  if (!CONTENT.has(kind)) {
    const late = activity.ended === 'session/prompt' && !activity.askedSince;
    return late ? [finding('late-update', index, `${kind} after the response to the prompt`, 'warning')] : [];
  }
  if (activity.resumes.size > 0) return [finding('resume-replay', index, `${kind} before session/resume was answered`)];
  if (activity.ended === 'session/load') return [finding('load-replay-late', index, `${kind} after session/load was answered`)];
  if (activity.ended === 'session/prompt') return [finding('late-update', index, `${kind} after the response to the prompt`)];
  return [finding('update-outside-turn', index, `${kind} outside a turn`)];
}
