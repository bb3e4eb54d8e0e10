import { finding, type Finding } from './rules.js';
import { fieldsOf, isResult, type Fields, type Message } from './messages.js';

/** Methods that every agent has. */
const BASELINE = new Set(['initialize', 'session/new', 'session/prompt']);

/** Methods by the capability of the agent that promises them, as a path. */
const PROMISED = new Map([
  ['logout', 'auth.logout'],
  ['session/load', 'loadSession'],
  ['session/list', 'sessionCapabilities.list'],
  ['session/resume', 'sessionCapabilities.resume'],
  ['session/close', 'sessionCapabilities.close'],
  ['session/delete', 'sessionCapabilities.delete'],
]);

const METHOD_NOT_FOUND = -32_601;

/** What every agent has, and what this one promises, is there when it is asked for. */
export function checkServed(messages: readonly Message[]): Finding[] {
  let capabilities: Fields = {};
  return messages.flatMap((message): Finding[] => {
    if (isResult(message) && message.request.method === 'initialize')
      capabilities = fieldsOf(fieldsOf(message.result)['agentCapabilities']);
    if (message.kind !== 'response' || message.from !== 'agent' || fieldsOf(message.error)['code'] !== METHOD_NOT_FOUND) return [];
    const method = message.request?.method ?? '';
    if (BASELINE.has(method)) return [finding('method-not-served', message.index, `${method} is answered with "method not found"`)];
    const promise = PROMISED.get(method);
    if (promise === undefined || !isPromised(capabilities, promise)) return [];
    return [finding('advertised-not-served', message.index, `${method} is answered with "method not found", but ${promise} is advertised`)];
  });
}

function isPromised(capabilities: Fields, path: string): boolean {
  const value = path.split('.').reduce<unknown>((owner, key) => fieldsOf(owner)[key], capabilities);
  return value !== undefined && value !== null && value !== false;
}
