import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import {
  carriedReplies,
  decodeReply,
  mapReplyTexts,
  openingOf,
  readRequest,
  streamOf,
  writeRequest,
} from '../../../harness/dialects/index.js';
import { createRandom } from '../../../harness/mutate/random.js';
import { DIALECTS, streamChunk, wireRequest } from '../../../harness/schema/index.js';
import { streamed, whole } from './samples.js';

/** Names and words that mean something in some dialect, so that nonsense gets far. */
const NAMES =
  'model provider system body tools messages input contents instructions systemInstruction system_instruction role content parts text type stream name function arguments tool_calls id call_id summary thought functionCall partialArgs jsonPath args delta choices candidates index output_index item response output usage error message finish_reason finishReason stop_reason content_block event data incomplete_details reason status separator around';
const WORDS =
  'system developer user assistant model text tool_use tool_result function_call reasoning message thinking response.output_item.done response.output_item.added response.completed response.output_text.delta content_block_start content_block_delta content_block_stop message_start message_stop message_delta text_delta input_json_delta error stop STOP $.a[0].b ===== {{system}} {{tools}}';

function nonsense(random: () => number): (depth?: number) => unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const names = NAMES.split(' ');
  const words = [...WORDS.split(' '), '', '\n\n=====\n\n', 'a\n\n====='];
  const value = (depth = 4): unknown => {
    const kind = random() * (depth > 0 ? 10 : 5);
    if (kind < 3) return pick(words);
    if (kind < 4) return Math.floor(random() * 3);
    if (kind < 5) return pick([null, true, false, [], {}]);
    const count = Math.floor(random() * 4);
    if (kind < 7.5) return Array.from({ length: count }, () => value(depth - 1));
    return Object.fromEntries(Array.from({ length: count + 2 }, () => [pick(names), value(depth - 1)]));
  };
  return value;
}

for (const dialect of DIALECTS) {
  test(`${dialect}: no body is too odd to come back as it was`, () => {
    const value = nonsense(createRandom(1));
    for (let run = 0; run < 3000; run++) {
      const body =
        run % 3 === 0 ? value() : { model: 'm', system: value(), messages: value(), input: value(), contents: value(), tools: value() };
      const request = readRequest(dialect, { method: 'POST', path: '/v1/models/g:generateContent', headers: {}, body });
      const stored = wireRequest.parse(JSON.parse(JSON.stringify(request)));
      // An expectation takes milliseconds: only those that would fail are made.
      if (!isDeepStrictEqual(writeRequest(stored), body)) expect(writeRequest(stored), JSON.stringify(body)).toEqual(body);
      carriedReplies(dialect, stored);
      openingOf(dialect, stored);
      streamOf(stored);
    }
  });

  test(`${dialect}: no reply is too odd to be read, and to stay as it is`, () => {
    const value = nonsense(createRandom(2));
    for (let run = 0; run < 1500; run++) {
      const reply = run % 4 === 0 ? whole(value()) : streamed(Array.from({ length: 6 }, () => value()));
      for (const chunk of decodeReply(dialect, reply).chunks) streamChunk.parse(chunk);
      const mapped = mapReplyTexts(dialect, reply, (text) => text);
      if (!isDeepStrictEqual(mapped, reply)) expect(mapped).toEqual(reply);
    }
  });
}
