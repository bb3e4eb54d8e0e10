import { finding, type Finding } from './rules.js';
import { fieldsOf, isResult, itemsOf, updateOf, type Fields, type Message } from './messages.js';

/** All paths of the protocol are absolute, all its lines count from 1. */
export function checkPaths(messages: readonly Message[]): Finding[] {
  return messages
    .filter(({ from }) => from === 'agent')
    .flatMap((message) => placesOf(message).flatMap((place) => checkPlace(message.index, place)));
}

/** A path, a line, or both, and the field they stand in. */
interface Place {
  field: string;
  path?: unknown;
  line?: unknown;
}

function placesOf(message: Message): Place[] {
  const update = updateOf(message);
  if (update) return update.kind === 'tool_call' || update.kind === 'tool_call_update' ? toolPlaces(update.fields, 'update') : [];
  if (isResult(message)) {
    if (message.request.method !== 'session/list') return [];
    return itemsOf(fieldsOf(message.result)['sessions']).map((session, index) => ({
      field: `sessions[${index}].cwd`,
      path: fieldsOf(session)['cwd'],
    }));
  }
  if (message.kind !== 'request') return [];
  const params = fieldsOf(message.params);
  if (message.method.startsWith('fs/')) return [{ field: 'path', path: params['path'], line: params['line'] }];
  if (message.method === 'terminal/create') return [{ field: 'cwd', path: params['cwd'] }];
  return message.method === 'session/request_permission' ? toolPlaces(fieldsOf(params['toolCall']), 'toolCall') : [];
}

function toolPlaces(tool: Fields, field: string): Place[] {
  const locations = itemsOf(tool['locations']).map((location, index) => ({
    ...fieldsOf(location),
    field: `${field}.locations[${index}].path`,
  }));
  const diffs = itemsOf(tool['content']).flatMap((content, index) => {
    const { type, path } = fieldsOf(content);
    return type === 'diff' ? [{ field: `${field}.content[${index}].path`, path }] : [];
  });
  return [...locations, ...diffs];
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

function checkPlace(index: number, { field, path, line }: Place): Finding[] {
  const found: Finding[] = [];
  if (typeof path === 'string' && !ABSOLUTE.test(path))
    found.push(finding('absolute-path', index, `${field} is not absolute: ${JSON.stringify(path)}`));
  if (typeof line === 'number' && line < 1)
    found.push(finding('line-number', index, `the line of ${field} is ${line}; lines count from 1`));
  return found;
}
