import * as z from 'zod';
import { modelRequest, type ModelRequest } from './model-request.js';
import { wireRequest, type WireRequest } from './wire.js';

/** What a model call received: in the agent's own terms (session seam), or as it went over the wire (provider seam). */
export const anyRequest = z.union([wireRequest, modelRequest]);
export type AnyRequest = z.infer<typeof anyRequest>;

/** Whether a request was seen on the wire. */
export function isWireRequest(request: ModelRequest | WireRequest): request is WireRequest {
  return 'dialect' in request;
}
