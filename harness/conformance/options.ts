import { finding, type Finding } from './rules.js';
import { fieldsOf, isResult, itemsOf, sessionOf, updateOf, type Fields, type Message, type ResponseMessage } from './messages.js';

/** Modes and config options: those that are told are complete, known, and of kinds that the client understands. */
export function checkOptions(messages: readonly Message[]): Finding[] {
  const modes = new Map<string, ReadonlySet<unknown>>();
  let takesBooleans = false;
  return messages.flatMap((message): Finding[] => {
    if (message.from === 'client') {
      if (message.kind === 'request' && message.method === 'initialize') takesBooleans = hasBooleans(fieldsOf(message.params));
      return [];
    }
    const { index } = message;
    const update = updateOf(message);
    const told = update?.fields ?? (isResult(message) ? fieldsOf(message.result) : {});
    const found = takesBooleans ? [] : booleanOptions(index, told);
    if (update?.kind === 'current_mode_update')
      return [...found, ...unknownMode(index, update.fields['currentModeId'], modes.get(update.session))];
    if (!isResult(message)) return found;
    const session = sessionOf(message.request) ?? String(told['sessionId']);
    const { availableModes, currentModeId } = fieldsOf(told['modes']);
    if (availableModes !== undefined) {
      modes.set(session, new Set(itemsOf(availableModes).map((mode) => fieldsOf(mode)['id'])));
      found.push(...unknownMode(index, currentModeId, modes.get(session)));
    }
    return [...found, ...incomplete(message)];
  });
}

const hasBooleans = (initialize: Fields): boolean => {
  const { boolean } = fieldsOf(fieldsOf(fieldsOf(initialize['clientCapabilities'])['session'])['configOptions']);
  return boolean !== undefined && boolean !== null && boolean !== false;
};

function booleanOptions(index: number, told: Fields): Finding[] {
  return itemsOf(told['configOptions']).flatMap((option) => {
    const { id, type } = fieldsOf(option);
    return type === 'boolean'
      ? [
          finding(
            'boolean-option-not-advertised',
            index,
            `config option ${JSON.stringify(id)} is a boolean, but the client does not advertise session.configOptions.boolean`,
          ),
        ]
      : [];
  });
}

function unknownMode(index: number, mode: unknown, known: ReadonlySet<unknown> | undefined): Finding[] {
  // What is no text at all is a fault of the schema.
  if (!known || typeof mode !== 'string' || known.has(mode)) return [];
  return [finding('unknown-mode', index, `mode ${JSON.stringify(mode)} is none of the session's: ${[...known].map(String).join(', ')}`)];
}

function incomplete({ index, request, result }: ResponseMessage): Finding[] {
  if (request?.method !== 'session/set_config_option') return [];
  const { configId } = fieldsOf(request.params);
  const told = itemsOf(fieldsOf(result)['configOptions']).map((option) => fieldsOf(option)['id']);
  if (told.includes(configId)) return [];
  return [
    finding(
      'config-options-incomplete',
      index,
      `the answer to setting ${JSON.stringify(configId)} does not tell it (${told.map(String).join(', ') || 'no option'})`,
    ),
  ];
}
