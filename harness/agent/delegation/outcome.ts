import type { MessageBlock } from '../../schema/model-request.js';
import type { TurnEndReason } from '../log/event.js';
import type { Session } from '../session/session.js';
import { failed, succeeded, type ToolResult } from '../toolbox/tool.js';

const DROPPED = 'What it changed in its copy is dropped.';

/** What the parent's model is told of it. A sub-agent's answer is what it said last. */
export function toolResultOf(reason: TurnEndReason, child: Session): ToolResult {
  const said = lastText(child);
  const cut = (why: string): ToolResult => failed(`${why} ${DROPPED}${said === '' ? '' : ` So far it said:\n${said}`}`);
  switch (reason.kind) {
    case 'completed':
      return succeeded(said);
    case 'aborted':
      return failed(`The turn was cancelled before the sub-agent ended. ${DROPPED}`);
    case 'error':
      return failed(`The sub-agent failed: ${reason.failure.message} (${reason.failure.code}). ${DROPPED}`);
    case 'max-tokens':
      return cut("The sub-agent's reply was cut off at the model's limit of tokens.");
    case 'max-turn-requests':
      return cut('The sub-agent was stopped at its limit of model calls.');
    default:
      return failed(`The sub-agent refused the task. ${DROPPED}`);
  }
}

function lastText({ log }: Session): string {
  const message = log.events.findLast(({ type }) => type === 'assistant/message');
  const blocks = (message?.data['content'] ?? []) as MessageBlock[];
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
