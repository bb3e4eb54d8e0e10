import { finding, type Finding } from './rules.js';
import { fieldsOf, updateOf, type Fields, type Message } from './messages.js';

/** What the agent asks of the client, the client has said it can. */
export function checkCapabilities(messages: readonly Message[]): Finding[] {
  let capabilities: Fields = {};
  return messages.flatMap((message) => {
    if (message.from === 'client') {
      if (message.kind === 'request' && message.method === 'initialize')
        capabilities = fieldsOf(fieldsOf(message.params)['clientCapabilities']);
      return [];
    }
    return message.kind === 'request' ? checkRequest(message, capabilities) : checkUpdate(message, capabilities);
  });
}

const FS = new Map([
  ['fs/read_text_file', 'readTextFile'],
  ['fs/write_text_file', 'writeTextFile'],
]);

function checkRequest({ method, params, index }: Extract<Message, { kind: 'request' }>, capabilities: Fields): Finding[] {
  const fs = FS.get(method);
  if (fs !== undefined && fieldsOf(capabilities['fs'])[fs] !== true)
    return [finding('fs-not-advertised', index, `${method}, but the client does not advertise fs.${fs}`)];
  if (method.startsWith('terminal/') && capabilities['terminal'] !== true)
    return [finding('terminal-not-advertised', index, `${method}, but the client does not advertise terminal`)];
  if (method !== 'elicitation/create') return [];
  const mode = String(fieldsOf(params)['mode']);
  const advertised = fieldsOf(capabilities['elicitation'])[mode];
  return advertised === undefined || advertised === null
    ? [finding('elicitation-not-advertised', index, `${method}, but the client does not advertise elicitation.${mode}`)]
    : [];
}

const OPTED_IN = new Map([
  ['notice', 'notices'],
  ['compaction_update', 'compaction'],
  ['compaction_summary_chunk', 'compaction'],
]);

function checkUpdate(message: Message, capabilities: Fields): Finding[] {
  const update = updateOf(message);
  const capability = update && OPTED_IN.get(update.kind);
  if (capability === undefined) return [];
  const advertised = fieldsOf(capabilities['session'])[capability];
  const refused = advertised === undefined || advertised === null || advertised === false;
  return refused
    ? [finding('update-not-advertised', message.index, `${update!.kind}, but the client does not advertise session.${capability}`)]
    : [];
}
