import { refusalProblem } from '../errors/replay.js';
import { formatProblem } from '../errors/acp-error.js';
import { placeKey } from '../replay/expected.js';
import { fewest, nearestRequest, verifyRequest, type Expectations, type Verdict } from '../replay/verify.js';
import type { Exchange, WireReply } from '../schema/cassette.js';
import type { Decision, ReplayPlan } from '../schema/replay.js';
import type { PlainRequest, WireRequest } from '../schema/wire.js';
import type { EncodeOptions } from '../dialects/index.js';
import type { FaultInjector, FaultedReply } from '../faults/index.js';
import { createAuthoredChooser } from './authored.js';
import { bindingOf, bindPlain, bindReply, hasTokens } from './bind-reply.js';
import { CASSETTE_FILE, type Cassette } from './cassette.js';
import type { Choice } from './choice.js';
import type { NormalizedRequest, WireNormalizer } from './normalize-wire.js';
import { createPlainChooser } from './plain.js';
import { createRecordedChooser } from './recorded.js';

type CallDecision = Extract<Decision, { type: 'decision' }>;
type StreamEnd = Extract<Decision, { type: 'stream-end' }>;

export interface PlayerOptions {
  cassette: Cassette;
  /** What requests are compared with. `expected` undefined: they are not. */
  expectations: Expectations<WireRequest>;
  /** A drift is served by its place. */
  refresh: boolean;
  normalizer: WireNormalizer;
  /** Values of this run behind the tokens of replies. */
  bindings: ReplayPlan['bindings'];
  url?: string;
  /** Puts a fault on one of the calls. */
  fault?: FaultInjector;
  /** Told of every decision before anything is served. */
  append: (decision: Decision) => void;
}

/** What a model call gets. */
export type Answer =
  | {
      /** Bound to this run. */
      reply: WireReply;
      /** It goes out in small pieces. */
      drip?: true;
      /** Nobody listens once it has been answered; and whether the next call belongs to the same turn. */
      last?: 'this-turn' | 'next-turn';
      /** Told once all of it was handed on: from then on the lane can be asked again, though the client may not have closed yet. */
      released: () => void;
      /** Told once how it ended. */
      ended: (end: Pick<StreamEnd, 'end' | 'released' | 'left'>) => void;
    }
  | {
      /** The designed text of the refusal. */
      refused: string;
    };

export interface AskOptions {
  /** Whether and in which form the client asked for a stream. */
  stream: EncodeOptions['stream'];
  wait?: boolean;
}

/** A cassette that is being played. */
export interface CassettePlayer {
  /**
   * `undefined`, and nothing is decided, where the lane is still being answered and the caller would `wait`: the client
   * may have ended that answer already, and the end not have come through.
   */
  ask: (request: WireRequest, options: AskOptions) => Answer | undefined;
  /** `undefined` where nothing like it is recorded. */
  askPlain: (request: PlainRequest, endpoint?: string) => WireReply | undefined;
}

/**
 * The provider, replaced by a cassette. Which exchange answers a request rests on the cassette alone; whether it may
 * have it rests on the expectations. One answer is under way per lane, many lanes at once. Nothing is served by guess,
 * and every decision is appended before anything is served.
 */
export function createCassettePlayer(options: PlayerOptions): CassettePlayer {
  options.append({ type: 'script', lanes: laneLengths(options.cassette) });
  return new Player(options);
}

function laneLengths({ exchanges, authored }: Cassette): number[] {
  const lanes = [...exchanges, ...authored].map(({ lane }) => lane);
  return Array.from({ length: Math.max(0, ...lanes) }, (_, at) => lanes.filter((lane) => lane === at + 1).length);
}

class Player implements CassettePlayer {
  private calls = 0;
  /** Model call under way, by lane. */
  private readonly underWay = new Map<number, number>();
  private readonly waiting = new WeakMap<WireRequest, NormalizedRequest>();
  private readonly chooser;
  private readonly choosePlain;
  /** Recorded replies that hold nothing to bind: known before the first of them is served. */
  private readonly unbound: ReadonlySet<WireReply>;

  constructor(private readonly options: PlayerOptions) {
    const { exchanges, authored, plain } = options.cassette;
    this.chooser = authored.length > 0 ? createAuthoredChooser(authored) : createRecordedChooser(exchanges);
    this.choosePlain = createPlainChooser(plain);
    this.unbound = new Set(exchanges.flatMap(({ dialect, reply }) => (hasTokens(dialect, reply) ? [] : [reply])));
  }

  ask(raw: WireRequest, options: AskOptions): Answer | undefined {
    const { request, values } = this.normalize(raw);
    const choice = this.chooser.choose(request, options);
    if (options.wait && 'exchange' in choice && this.underWay.has(choice.exchange.lane)) return undefined;
    const call = ++this.calls;
    const base = { type: 'decision', call, request } as const;
    if (!('exchange' in choice)) return this.refuse({ ...base, ...this.unanswered(choice, request) });
    const { lane, place, reply, dialect } = choice.exchange;
    const busy = this.underWay.get(lane);
    if (busy !== undefined) {
      const reason = `lane ${lane} is still being answered (model call ${busy})`;
      return this.refuse({ ...base, lane, place, ...unverified('ambiguous'), code: 'ACP_REPLAY_AMBIGUOUS', reason });
    }
    const decision = { ...base, lane, place, ...this.verify(choice.exchange, request) };
    if (decision.outcome === 'drift' && !this.options.refresh) return this.refuse({ ...decision, code: 'ACP_REPLAY_DRIFT' });
    const bound = this.bind(dialect, reply, values);
    const faulted = this.options.fault?.meet({ ...choice.exchange, reply: bound }, options.stream);
    if (faulted && 'reply' in faulted) return this.fail(decision, faulted);
    this.options.append({ ...decision, ...(faulted && { reason: faulted.impossible }) });
    const last = this.options.fault?.refusesAfter(choice.exchange);
    choice.take();
    this.underWay.set(lane, call);
    const free = (): void => {
      if (this.underWay.get(lane) === call) this.underWay.delete(lane);
    };
    return {
      reply: bound,
      ...(last && { last }),
      released: free,
      ended: (end) => {
        free();
        this.options.append({ type: 'stream-end', call, ...end });
      },
    };
  }

  /** The exchange is not used up: whoever asks again comes to it again. Nor is its lane kept: clients try again beside what stalls. */
  private fail(decision: CallDecision, { reply, chunks, drip }: FaultedReply): Answer {
    const { text } = this.options.fault!.fault;
    this.options.append({ ...decision, fault: { name: text, ...(chunks && { chunks }) } });
    return {
      reply,
      ...(drip && { drip }),
      released: () => {},
      ended: (end) => this.options.append({ type: 'stream-end', call: decision.call, ...end }),
    };
  }

  /** A request that waits is asked about again, and counted once. */
  private normalize(raw: WireRequest): NormalizedRequest {
    let normalized = this.waiting.get(raw);
    if (!normalized) this.waiting.set(raw, (normalized = this.options.normalizer.model(raw, this.chooser.minted)));
    return normalized;
  }

  askPlain(raw: PlainRequest, endpoint?: string): WireReply | undefined {
    const request = this.options.normalizer.plain(raw);
    const found = this.choosePlain(endpoint, request);
    const status = found?.reply.status ?? 404;
    this.options.append({ type: 'plain', ...(endpoint !== undefined && { endpoint }), outcome: found ? 'match' : 'miss', request, status });
    return found && bindPlain(found.reply, bindingOf(this.options.bindings, this.options.url, new Map()));
  }

  private verify({ lane, place }: Exchange, request: WireRequest): Verdict & { reason?: string } {
    const { expectations } = this.options;
    const verdict = verifyRequest(expectations, lane, place, request);
    const unknown = verdict.outcome === 'drift' && !expectations.expected?.has(placeKey(lane, place));
    return { ...verdict, ...(unknown && { reason: `no request is expected at lane ${lane}, place ${place}` }) };
  }

  private unanswered(
    choice: Exclude<Choice, { exchange: Exchange }>,
    request: WireRequest,
  ): Omit<CallDecision, 'type' | 'call' | 'request'> {
    const { code, lane = 0, place = 0 } = choice;
    const outcome = code === 'ACP_REPLAY_AMBIGUOUS' ? 'ambiguous' : 'miss';
    const nearest = nearestRequest(this.options.expectations, choice.lanes, request);
    if (!nearest) return { lane, place, ...unverified(outcome), code, reason: choice.reason };
    const reason = `${choice.reason}; nearest is the recorded request of lane ${nearest.lane}, place ${nearest.place}`;
    return { lane, place, outcome, drifted: [], ...fewest(nearest.differences), code, reason };
  }

  private refuse(decision: CallDecision): Answer {
    this.options.append(decision);
    const { cassette } = this.options;
    const entries = laneLengths(cassette)[decision.lane - 1];
    const problem = refusalProblem(decision, {
      scenario: cassette.scenario,
      source: CASSETTE_FILE,
      ...(entries !== undefined && { entries }),
    })!;
    return { refused: formatProblem(problem) };
  }

  private bind(dialect: Exchange['dialect'], reply: WireReply, values: ReadonlyMap<string, string>): WireReply {
    if (this.unbound.has(reply)) return reply;
    return bindReply(dialect, reply, bindingOf(this.options.bindings, this.options.url, values));
  }
}

function unverified(outcome: CallDecision['outcome']): Verdict {
  return { outcome, drifted: [], differences: [], moreDifferences: 0 };
}
