import { DIALECTS, type Dialect } from '../schema/index.js';
import { FORMS } from './forms.js';

/**
 * The dialect of a request by its method and path, whatever prefix and query that has; `undefined` for what is no model
 * call, e.g. `GET /models` or a count of tokens.
 *
 * @example
 * dialectOf('POST', '/v1/messages?beta=true'); // 'anthropic'
 * dialectOf('POST', '/v1/messages/count_tokens'); // undefined
 */
export function dialectOf(method: string, path: string): Dialect | undefined {
  if (method.toUpperCase() !== 'POST') return undefined;
  const bare = path.split(/[?#]/, 1)[0]!.replace(/\/+$/, '');
  return DIALECTS.find((dialect) => FORMS[dialect].isCall(bare));
}
