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
import type { FaultInjector } from '../faults/index.js';
import type { Decision, ReplayPlan, WireRequest } from '../schema/index.js';
import type { ReplayProviderOptions } from './options.js';
import type { Handling, Incoming } from './handling.js';
import { serveReply } from './serve.js';

/** How a fault of the provider comes about. */
export interface FaultHooks {
  injector: (cassette: Cassette) => FaultInjector | undefined;
  /** Nobody listens from now on. */
  refuse: () => void;
  /** Told before it shows; `next-turn`: it shows in the turn after this one. */
  onFault: (when: 'now' | 'next-turn') => void;
}

interface Run {
  fault?: FaultHooks;
  normalizer: WireNormalizer;
  bindings: ReplayPlan['bindings'];
  url: string;
  append: (decision: Decision) => void;
}

const EMPTY: Cassette = { scenario: '', exchanges: [], plain: [], authored: [], lines: new Map() };

/** Milliseconds in which the end of a connection that the client closed surely comes through, also by way of a forwarder. */
const PATIENCE = 500;

/** Run modes replay and refresh: a cassette serves every request. */
export function createReplaying(options: ReplayProviderOptions, run: Run): Handling {
  const cassette = cassetteOf(options);
  const { fault: hooks, ...common } = run;
  const fault = hooks?.injector(cassette);
  if (fault?.refusesAll) {
    hooks!.refuse();
    hooks!.onFault('next-turn');
  }
  const player = createCassettePlayer({
    ...common,
    ...(fault && { fault }),
    cassette,
    refresh: options.refresh ?? false,
    expectations: expectationsOf(options, cassette),
  });
  const queue = createQueue();
  return {
    played: cassette,
    async handle(incoming) {
      const { endpoint, method, path, headers, body, response } = incoming;
      const dialect = endpoint === undefined ? dialectOf(method, path) : undefined;
      if (dialect) return serveCall({ player, queue, hooks }, readRequest(dialect, { method, path, headers, body }), incoming);
      const reply = player.askPlain({ method, path, headers, ...(body !== undefined && { body }) }, endpoint);
      await serveReply(reply ?? { ...refusalReply(`Nothing is recorded for ${method} ${path || '/'}.`), status: 404 }, response);
    },
  };
}

function cassetteOf({ cassette, script }: ReplayProviderOptions): Cassette {
  if (cassette) return parseCassette(cassette.text, cassette.file);
  return script ? { ...EMPTY, scenario: script.scenario, authored: [...script.records] } : EMPTY;
}

function expectationsOf({ expected, fault }: ReplayProviderOptions, cassette: Cassette) {
  // Who tries again after a fault may say so in its request.
  if (expected === 'nothing' || fault) return NO_EXPECTATIONS;
  return expected ? readExpectations(expected) : recordedExpectations(cassette);
}

/** Requests that wait until a lane has been answered. */
interface Queue {
  /** Settles once some lane is free, or the time is up. */
  wait: (ms: number) => Promise<void>;
  free: () => void;
}

function createQueue(): Queue {
  const waiting: (() => void)[] = [];
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    free() {
      for (const go of waiting.splice(0)) go();
    },
  };
}

interface Playing {
  player: CassettePlayer;
  queue: Queue;
  hooks: FaultHooks | undefined;
}

async function serveCall({ player, queue, hooks }: Playing, request: WireRequest, { response }: Incoming): Promise<void> {
  const answer = await ask(player, queue, request);
  if ('refused' in answer) {
    await serveReply(refusalReply(answer.refused), response);
    return;
  }
  const released = (): void => {
    answer.released();
    queue.free();
  };
  if (answer.last) {
    // Before a byte of it: whoever has read it may ask again at once.
    hooks!.refuse();
    response.shouldKeepAlive = false;
    hooks!.onFault(answer.last === 'this-turn' ? 'now' : 'next-turn');
  }
  answer.ended(await serveReply(answer.reply, response, released, answer.drip));
  queue.free();
}

/** A client that cancels and asks again may be faster than the end of its first connection. */
async function ask(player: CassettePlayer, queue: Queue, request: WireRequest): Promise<Answer> {
  const stream = streamOf(request);
  const until = performance.now() + PATIENCE;
  for (let left = PATIENCE; left > 0; left = until - performance.now()) {
    const answer = player.ask(request, { stream, wait: true });
    if (answer) return answer;
    await queue.wait(left);
  }
  return player.ask(request, { stream })!;
}
