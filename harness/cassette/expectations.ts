import { badReplayFile } from '../errors/replay.js';
import { parseExpectedRequests, placeKey } from '../replay/expected.js';
import type { Expectations } from '../replay/verify.js';
import { wireRequestRecord } from '../schema/expected.js';
import type { WireRequest } from '../schema/wire.js';
import type { Cassette } from './cassette.js';

/** Texts of expected requests, with the names they have in errors. */
export interface ExpectedTexts {
  requests: { text: string; file: string };
  /** What stands for `{{system}}` and `{{tools}}`. */
  pin?: { system: string; tools: { text: string; file: string } };
}

/** @throws AcpError `ACP_JSONL_*` or `ACP_REPLAY_PLAN` with file and line. */
export function readExpectations({ requests, pin }: ExpectedTexts): Expectations<WireRequest> {
  return {
    expected: parseExpectedRequests(requests.text, requests.file, wireRequestRecord),
    pin: pin && { system: pin.system, tools: readTools(pin.tools) },
  };
}

/** The recorded requests as what is expected; none where the cassette was authored. */
export function recordedExpectations({ exchanges }: Cassette): Expectations<WireRequest> {
  const expected = new Map(exchanges.map(({ lane, place, request }) => [placeKey(lane, place), { lane, place, request }]));
  return { expected: exchanges.length > 0 ? expected : undefined, pin: undefined };
}

/** Requests are compared with nothing. */
export const NO_EXPECTATIONS: Expectations<WireRequest> = { expected: undefined, pin: undefined };

function readTools({ text, file }: { text: string; file: string }): unknown[] {
  try {
    const tools: unknown = JSON.parse(text);
    if (Array.isArray(tools)) return tools;
  } catch {
    // Told below.
  }
  throw badReplayFile(file, 'not a list of tool schemas.');
}
