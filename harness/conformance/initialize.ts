import { finding, type Finding } from './rules.js';
import { fieldsOf, isResult, type Message } from './messages.js';

/** The handshake comes first: until `initialize` is answered the agent asks nothing, tells nothing and grants nothing. */
export function checkInitialize(messages: readonly Message[]): Finding[] {
  const found: Finding[] = [];
  let agreed = false;
  for (const message of messages) {
    if (message.from !== 'agent') continue;
    const isAnswer = isResult(message) && message.request.method === 'initialize';
    if (isAnswer) {
      agreed = true;
      const version = fieldsOf(message.result)['protocolVersion'];
      if (version !== 1)
        found.push(
          finding(
            'protocol-version',
            message.index,
            `the agent answers with protocol version ${JSON.stringify(version)}; version 1 is checked`,
          ),
        );
    } else if (!agreed) found.push(...early(message));
  }
  return found;
}

function early(message: Message): Finding[] {
  if (message.kind === 'request' || message.kind === 'notification')
    return [finding('initialize-first', message.index, `${message.method} before initialize was answered`)];
  return isResult(message)
    ? [finding('initialize-first', message.index, `${message.request.method} was granted before initialize was answered`)]
    : [];
}
