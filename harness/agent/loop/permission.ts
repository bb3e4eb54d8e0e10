import { PERMISSION_OPTIONS } from '../session/policy.js';
import type { toolCallView } from '../session/views.js';
import type { Step } from './turn.js';

export type Answer = { decision: 'allow' | 'reject'; scope: 'once' | 'session' } | { decision: 'cancelled' };

/** Asks the user about one call. A client withdraws a question only where it cancels the turn, so that ends too. */
export async function askPermission({ session, signal, at }: Step, view: ReturnType<typeof toolCallView>): Promise<Answer> {
  session.record({ type: 'permission/request', data: { ...at, callId: view.toolCallId, name: view.name } });
  const { name: _, ...toolCall } = view;
  try {
    const outcome = await session.client.requestPermission(
      { sessionId: session.id, toolCall: { ...toolCall, status: 'pending' }, options: [...PERMISSION_OPTIONS] },
      signal,
    );
    const chosen = outcome.outcome === 'selected' ? PERMISSION_OPTIONS.find(({ optionId }) => optionId === outcome.optionId) : undefined;
    if (outcome.outcome === 'selected' && !chosen) return { decision: 'reject', scope: 'once' };
    if (!chosen) {
      session.abort();
      return { decision: 'cancelled' };
    }
    const [decision, scope] = chosen.kind.split('_') as ['allow' | 'reject', 'once' | 'always'];
    return { decision, scope: scope === 'always' ? 'session' : 'once' };
  } catch {
    // Cancelled while it was open, or a client that cannot be asked: nothing was allowed.
    return signal.aborted ? { decision: 'cancelled' } : { decision: 'reject', scope: 'once' };
  }
}
