import { scenarioErrors } from '../errors/scenario.js';

/** What the system said of a write that it refused; anything else is thrown as it is. */
export function notWritable(dir: string, error: unknown): unknown {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  return Object.assign(scenarioErrors.notWritable(dir, path, message), { cause: error });
}
