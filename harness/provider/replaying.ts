import {
  createCassettePlayer,
  NO_EXPECTATIONS,
  parseCassette,
  readExpectations,
  recordedExpectations,
  type Answer,
  type Cassette,
  type CassettePlayer,
  type WireNormalizer,
} from '../cassette/index.js';
import { dialectOf, readRequest, refusalReply, streamOf } from '../dialects/index.js';
import type { Decision, ReplayPlan, WireRequest } from '../schema/index.js';
import type { ReplayProviderOptions } from './options.js';
import type { Handling, Incoming } from './handling.js';
import { serveReply, turn } from './serve.js';

interface Run {
  normalizer: WireNormalizer;
  bindings: ReplayPlan['bindings'];
  url: string;
  append: (decision: Decision) => void;
}

const EMPTY: Cassette = { scenario: '', exchanges: [], plain: [], authored: [], lines: new Map() };

/** As many turns of the event loop as it takes at most until the end of a connection that the client closed has come through. */
const PATIENCE = 8;

/** Run modes replay and refresh: a cassette serves every request. */
export function createReplaying(options: ReplayProviderOptions, run: Run): Handling {
  const cassette = options.cassette ? parseCassette(options.cassette.text, options.cassette.file) : EMPTY;
  const player = createCassettePlayer({
    ...run,
    cassette,
    refresh: options.refresh ?? false,
    expectations: expectationsOf(options, cassette),
  });
  return {
    async handle(incoming) {
      const { endpoint, method, path, headers, body, response } = incoming;
      const dialect = endpoint === undefined ? dialectOf(method, path) : undefined;
      if (dialect) return serveCall(player, readRequest(dialect, { method, path, headers, body }), incoming);
      const reply = player.askPlain({ method, path, headers, ...(body !== undefined && { body }) }, endpoint);
      await serveReply(reply ?? { ...refusalReply(`Nothing is recorded for ${method} ${path || '/'}.`), status: 404 }, response);
    },
  };
}

function expectationsOf({ expected }: ReplayProviderOptions, cassette: Cassette) {
  if (expected === 'nothing') return NO_EXPECTATIONS;
  return expected ? readExpectations(expected) : recordedExpectations(cassette);
}

async function serveCall(player: CassettePlayer, request: WireRequest, { response }: Incoming): Promise<void> {
  const answer = await ask(player, request);
  if ('refused' in answer) {
    await serveReply(refusalReply(answer.refused), response);
    return;
  }
  answer.ended(await serveReply(answer.reply, response));
}

async function ask(player: CassettePlayer, request: WireRequest): Promise<Answer> {
  const stream = streamOf(request);
  for (let turns = 0; turns < PATIENCE; turns++) {
    const answer = player.ask(request, { stream, wait: true });
    if (answer) return answer;
    await turn();
  }
  return player.ask(request, { stream })!;
}
