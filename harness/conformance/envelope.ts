import { finding, type Finding } from './rules.js';
import type { Message } from './messages.js';

/** Lines and JSON-RPC envelopes of the agent. */
export function checkEnvelopes(messages: readonly Message[]): Finding[] {
  return messages.filter(({ from }) => from === 'agent').flatMap(checkEnvelope);
}

function checkEnvelope({ kind, frame, index, ...message }: Message): Finding[] {
  const found: Finding[] = [];
  if (kind === 'noise') found.push(finding('noise', index, `a stdout line that is no frame (${frame.noise ?? 'not one JSON object'})`));
  const odd = frame.flags?.filter((flag) => flag !== 'base64' && flag !== 'cut') ?? [];
  if (odd.length > 0) found.push(finding('line-format', index, `a line with ${odd.join(', ')}`));
  const { value } = frame;
  if (!value) return found;
  if (value['jsonrpc'] !== '2.0')
    found.push(finding('jsonrpc-version', index, `"jsonrpc" is ${JSON.stringify(value['jsonrpc']) ?? 'absent'}`));
  if (kind === 'invalid')
    found.push(
      finding(
        'envelope',
        index,
        `a frame that is neither request, notification, result nor error (${Object.keys(value).join(', ') || 'no field'})`,
      ),
    );
  const mixed = kind === 'request' || kind === 'notification' ? ['result', 'error'].filter((field) => field in value) : [];
  if (mixed.length > 0) found.push(finding('envelope', index, `a ${kind} that also holds ${mixed.join(' and ')}`));
  if ('id' in message && !isId(message.id))
    found.push(finding('id-type', index, `the id ${JSON.stringify(message.id)} is neither string, integer nor null`));
  return found;
}

function isId(id: unknown): boolean {
  return id === null || typeof id === 'string' || Number.isInteger(id);
}
