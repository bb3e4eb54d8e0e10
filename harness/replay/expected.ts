import type * as z from 'zod';
import { badReplayFile } from '../errors/replay.js';
import { parseJsonl } from '../jsonl/index.js';
import { requestsHeader } from '../schema/expected.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

export const placeKey = (lane: number, place: number): string => `${lane}/${place}`;

/**
 * Reads `requests.expected.jsonl` of one seam, by {@link placeKey}.
 *
 * @throws AcpError `ACP_JSONL_*` or `ACP_REPLAY_PLAN` with file and line.
 */
export function parseExpectedRequests<Item extends { lane: number; place: number }>(
  text: string,
  file: string,
  schema: z.ZodType<Item>,
): Map<string, Item> {
  const [header, ...lines] = parseJsonl(text, file);
  if (!requestsHeader.safeParse(header?.value, UNCOMPILED).success)
    throw badReplayFile(`${file}:1`, 'not the header of expected requests.');
  const records = new Map<string, Item>();
  for (const { line, value } of lines) {
    const parsed = schema.safeParse(value, UNCOMPILED);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      const where = issue.path.map(String).join('.') || 'the whole';
      throw badReplayFile(`${file}:${line}`, `not an expected request: ${where} ${issue.message}`);
    }
    const { lane, place } = parsed.data;
    if (records.has(placeKey(lane, place))) throw badReplayFile(`${file}:${line}`, `lane ${lane}, place ${place} is there twice.`);
    records.set(placeKey(lane, place), parsed.data);
  }
  return records;
}
