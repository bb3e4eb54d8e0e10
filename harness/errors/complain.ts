import { AcpError } from './acp-error.js';

/** Told of each problem; the loader throws the first, guards collect them all. */
export type Complain = (error: AcpError) => void;

/** @throws the problem it is told of. */
export const throwIt: Complain = (error) => {
  throw error;
};

/** Runs a check that throws its first problem, and hands that to `complain`. Anything but a problem of ours goes on up. */
export function attempt<T>(check: () => T, complain: Complain): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AcpError)) throw error;
    complain(error);
    return undefined;
  }
}
