import type { Dialect, WireRequest } from '../schema/index.js';
import type { CarriedReply } from './dialect.js';
import { FORMS } from './forms.js';
import { isFields, listOf } from './json.js';

/**
 * The model's replies that a request carries back, in order. Neighbouring messages of the model count as one reply, as
 * Responses lists each part of a reply for itself. A `previous_response_id` is a reply without content.
 *
 * Clients word arguments anew, and some cut white space at the end of a text: compare arguments as JSON and texts
 * without their ends. A client may also list the calls of one reply each with its result; ids then tell.
 */
export function carriedReplies(dialect: Dialect, request: WireRequest): CarriedReply[] {
  const replies: CarriedReply[] = [];
  let open: CarriedReply | undefined;
  for (const turn of FORMS[dialect].turns(request)) {
    if (!turn) {
      open = undefined;
    } else if (open && open.responseId === undefined) {
      addTo(open, turn);
    } else {
      open = { ...turn, calls: [...turn.calls] };
      replies.push(open);
    }
  }
  return replies;
}

function addTo(reply: CarriedReply, turn: CarriedReply): void {
  reply.text += turn.text;
  if (turn.reasoning !== undefined) reply.reasoning = (reply.reasoning ?? '') + turn.reasoning;
  reply.calls.push(...turn.calls);
  if (turn.items) reply.items = [...(reply.items ?? []), ...turn.items];
}

/**
 * What an opening request is told apart by: what the user says before the model's first turn (messages a line break
 * apart), and the names of the tools on offer.
 */
export function openingOf(dialect: Dialect, request: WireRequest): { user: string; tools: string[] } {
  const form = FORMS[dialect];
  const said: string[] = [];
  for (const message of request.messages) {
    if (typeof message === 'string') said.push(message);
    if (!isFields(message)) continue;
    const text = form.userText(message);
    if (text !== undefined) said.push(text);
    else if (said.length > 0) break;
  }
  return { user: said.join('\n'), tools: listOf(request.tools).flatMap((tool) => form.toolNames(tool)) };
}
