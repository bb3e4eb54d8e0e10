import { driveErrors, type AcpError } from '../errors/index.js';
import type { RequestOp } from '../schema/index.js';
import type { RpcError, RpcResponse } from './client.js';
import { openSession, type DriveState } from './drive-state.js';
import { DEFAULT_CAPABILITIES, type WireRequest } from './request-of.js';

type OtherRequest = Exclude<RequestOp, { op: 'prompt' }>;

export function failedRequest({ client }: DriveState, at: string, request: string, error: RpcError): AcpError {
  const data = error.data === undefined ? {} : { data: JSON.stringify(error.data) };
  return driveErrors.requestFailed({ at, request, code: error.code, message: error.message, ...data, stderrTail: client.stderrTail() });
}

/** Sends a request that is no prompt and waits for its response, of whichever kind. */
export async function respond(state: DriveState, op: OtherRequest, { method, params }: WireRequest, at: string): Promise<RpcResponse> {
  const { client } = state;
  if (op.op === 'initialize') client.announce(op.clientCapabilities ?? DEFAULT_CAPABILITIES);
  // Named before it is sent: the session's history comes before the response.
  if (op.op === 'load_session' || op.op === 'resume_session') openSession(state, op.session, String(params['sessionId']));
  const response = await client.wait({ at, waitedFor: `the response to ${method}` }, () => client.send(method, params).response);
  state.mark = response.frame + 1;
  return response;
}

/** What a successful response changes, and its result. */
export function accept(state: DriveState, op: OtherRequest, { method }: WireRequest, response: RpcResponse, at: string): unknown {
  if (response.error !== undefined) throw failedRequest(state, at, method, response.error);
  if (op.op === 'new_session') {
    const id = (response.result as Record<string, unknown> | null | undefined)?.['sessionId'];
    if (typeof id !== 'string')
      throw driveErrors.badResponse({ at, request: method, problem: 'it names no sessionId', received: textOf(response.result) });
    openSession(state, op.session, id);
  }
  return response.result;
}

/** Whether a response is the error that a step expects. @throws AcpError ACP_ERROR_EXPECTED, ACP_ERROR_DIFFERS */
export function requireError(
  expected: { code?: number | undefined; message?: string | undefined },
  request: string,
  { error, result }: RpcResponse,
  at: string,
): void {
  if (error === undefined) throw driveErrors.errorExpected({ at, request, received: textOf(result) });
  const fits = (expected.code ?? error.code) === error.code && error.message.includes(expected.message ?? '');
  const wanted = [expected.code, expected.message].filter((part) => part !== undefined).join(' ');
  if (!fits) throw driveErrors.errorDiffers({ at, request, expected: wanted, received: `${error.code} ${error.message}` });
}

const textOf = (result: unknown) => (result === undefined ? 'no result' : JSON.stringify(result).slice(0, 2000));
