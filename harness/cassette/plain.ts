import type { PlainExchange } from '../schema/cassette.js';
import type { PlainRequest } from '../schema/wire.js';
import { stableJson } from './keys.js';

/** Chooses among recorded plain exchanges. */
export type PlainChooser = (endpoint: string | undefined, request: PlainRequest) => PlainExchange | undefined;

/**
 * Chooses the recorded answer to a request that is no model call: of the same endpoint, method, path and body. Equal
 * requests get their answers in order; the last one stays, for how often an agent looks is not what is tested.
 */
export function createPlainChooser(plain: readonly PlainExchange[]): PlainChooser {
  const answers = new Map<string, PlainExchange[]>();
  for (const exchange of plain) {
    const key = keyOf(exchange.endpoint, exchange.request);
    answers.set(key, [...(answers.get(key) ?? []), exchange]);
  }
  return (endpoint, request) => {
    const left = answers.get(keyOf(endpoint, request));
    return left && left.length > 1 ? left.shift() : left?.[0];
  };
}

function keyOf(endpoint: string | undefined, { method, path, body }: PlainRequest): string {
  return stableJson([endpoint ?? '', method, path, body ?? null]);
}
