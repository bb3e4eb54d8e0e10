import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cassette } from '../cassette/index.js';
import type { Route } from './routes.js';

/** One request as it came, with its body as it came and as it reads. */
export interface Incoming extends Route {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  headers: Record<string, string>;
  bytes: Buffer;
  body: unknown;
}

/** What a run mode does with requests. */
export interface Handling {
  handle: (incoming: Incoming) => Promise<void>;
  /** What is played. */
  played?: Cassette;
}
