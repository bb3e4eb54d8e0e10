import { driveErrors } from '../errors/index.js';

/** What the tokens of an input stand for in this run. */
export interface InputBindings {
  cwd: string;
  /** Session ids by alias. */
  sessions: ReadonlyMap<string, string>;
}

/**
 * Puts the run's values in place of `{{cwd}}` and `{{session:alias}}`, in every string of a value.
 *
 * @param at the step, for the error
 * @throws AcpError ACP_STEP_SESSION where the alias has no session yet
 */
export function bindTokens<T>(value: T, bindings: InputBindings, at: string): T {
  if (typeof value === 'string') return bindText(value, bindings, at) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => bindTokens(item, bindings, at)) as T;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bindTokens(item as unknown, bindings, at)])) as T;
  return value;
}

function bindText(text: string, { cwd, sessions }: InputBindings, at: string): string {
  return text
    .replaceAll('{{cwd}}', () => cwd)
    .replace(/\{\{session:([a-z][a-z0-9-]*)\}\}/g, (_, alias: string) => {
      const id = sessions.get(alias);
      if (id === undefined) throw driveErrors.unknownSession(at, alias, [...sessions.keys()]);
      return id;
    });
}
