// The sound part that the faulty agents share: reads one JSON-RPC message per line and answers it.
export const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
export const reply = (id, result) => write({ id, result });
export const update = (text, sessionUpdate = 'agent_message_chunk') =>
  write({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate, content: { type: 'text', text } } } });

const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: 's' }),
};

/** Answers setup soundly; `onPrompt` gets each prompt, `onMessage` everything else. */
export function serve(onPrompt, onMessage = () => {}) {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method in answers) reply(message.id, answers[message.method]());
      else if (message.method === 'session/prompt') onPrompt(message);
      else onMessage(message);
    }
  });
}
