import { RequestError, type PromptResponse } from '@agentclientprotocol/sdk';
import type { TurnEndReason } from '../log/event.js';

const STOP_REASONS = {
  completed: 'end_turn',
  aborted: 'cancelled',
  'max-tokens': 'max_tokens',
  'max-turn-requests': 'max_turn_requests',
  refusal: 'refusal',
} as const;

/**
 * The answer to a prompt whose turn has ended.
 *
 * @throws RequestError -32603 where the model call failed, with the failure's code in its data.
 */
export function promptAnswer(reason: TurnEndReason): PromptResponse {
  if (reason.kind !== 'error') return { stopReason: STOP_REASONS[reason.kind] };
  const { message, ...data } = reason.failure;
  throw RequestError.internalError(data, `turn failed: ${message}`);
}
