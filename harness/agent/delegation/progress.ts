import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Client } from '../session/client.js';
import type { Session } from '../session/session.js';

/** Entries that are shown at most: each update carries them all, because content replaces content. */
const SHOWN = 20;

interface Entry {
  /** Id of the tool call that it tells of, or of the message. */
  id: string;
  text: string;
  status?: string;
}

/**
 * The client as a sub-agent sees it. It does not know the sub-agent's session, so what happens there is shown as the
 * content of the call that started it: what the sub-agent said, and its own calls with how they ended.
 */
export function progressClient(parent: Session, toolCallId: string): Client {
  const entries: Entry[] = [];
  const show = (): Promise<void> => {
    const left = entries.length - SHOWN;
    const lines = entries.slice(-SHOWN).map(({ text, status }) => (status === undefined ? text : `${text}: ${status}`));
    const text = [...(left > 0 ? [`(${left} earlier steps)`] : []), ...lines].join('\n');
    parent.send({ sessionUpdate: 'tool_call_update', toolCallId, content: [{ type: 'content', content: { type: 'text', text } }] });
    return parent.sent();
  };
  return {
    update: async (_session, update) => (note(entries, update) ? show() : undefined),
    // Nobody is asked about a delegation's parts: a sub-agent works in mode `auto`.
    requestPermission: async () => ({ outcome: 'selected', optionId: 'reject-once' }),
    // A copy of the folder is not open in any editor.
    files: () => ({}),
    terminals: () => undefined,
  };
}

/** Whether there is something to show now. A message is shown once it is whole: with what follows it. */
function note(entries: Entry[], update: SessionUpdate): boolean {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk': {
      const { messageId, content } = update;
      const said = content.type === 'text' ? content.text : '';
      const last = entries.at(-1);
      if (last && last.id === messageId) last.text += said;
      else entries.push({ id: messageId ?? '', text: said });
      return false;
    }
    case 'tool_call':
      entries.push({ id: update.toolCallId, text: update.title, status: update.status ?? 'pending' });
      return true;
    case 'tool_call_update': {
      const entry = entries.find(({ id }) => id === update.toolCallId);
      if (!entry || !update.status) return false;
      entry.status = update.status;
      return true;
    }
    case 'usage_update':
      return entries.at(-1)?.status === undefined && entries.length > 0;
    default:
      return false;
  }
}
