import { AcpError } from '../errors/acp-error.js';
import { credentialPresent, refusalProblem, ReplayRefusedError } from '../errors/replay.js';
import { createTokens } from '../normalize/index.js';
import type { StreamChunk } from '../schema/chunk.js';
import type { ModelRequest } from '../schema/model-request.js';
import type { Decision, ReplayEntry, ReplayPlan } from '../schema/replay.js';
import { credentialNames } from './credentials.js';
import { chooseLane } from './lanes.js';
import { createRequestNormalizer, type CallTokens } from './normalize-request.js';
import { loadScript, type Lane, type ReplayFiles, type ReplayScript } from './script.js';
import { serveEntry } from './served-entry.js';
import { fewest, nearestRequest, verifyRequest, type Verdict } from './verify.js';

type CallDecision = Extract<Decision, { type: 'decision' }> & { request: ModelRequest };

export interface ReplayProviderOptions {
  plan: ReplayPlan;
  /** Texts of the files the plan names, in its order. */
  files: ReplayFiles;
  /** The agent's own environment: it must hold no credential. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Appends one line to the decision file, before it returns: the process may be killed next. */
  append: (decision: Decision) => void;
}

/** One model call of an agent. */
export interface ReplayCall {
  /** The agent's session that calls. It is bound to a lane at its first call. */
  sessionId: string;
  request: ModelRequest;
  signal: AbortSignal;
}

export interface ReplayProvider {
  /**
   * Serves the recorded reply of this call, chunk by chunk.
   *
   * @throws ReplayRefusedError before any chunk, where the call is not served: `ACP_REPLAY_DRIFT`, `_MISS`, `_AMBIGUOUS`, `_EXHAUSTED`.
   * @throws ReplayedFailure where the recorded call failed.
   * @throws the signal's reason once it is aborted.
   */
  stream(call: ReplayCall): AsyncIterable<StreamChunk>;
}

/**
 * The model, replaced by a recording. Which reply a call gets rests on the replay source alone (the session's lane and
 * the number of the call in it); whether the call may have it rests on the expected requests. Nothing is served by
 * guess, and every decision is written down before the first chunk.
 *
 * @throws AcpError `ACP_REPLAY_CREDENTIAL` where the environment holds one, and what {@link parseReplayPlan}'s files
 * may be refused for (`ACP_REPLAY_*`, `ACP_JSONL_*`). A `refused` decision is appended first.
 *
 * @example
 * const provider = createReplayProvider({ plan, files, environment: process.env, append });
 * for await (const chunk of provider.stream({ sessionId, request, signal })) log.append(chunk);
 */
export function createReplayProvider(options: ReplayProviderOptions): ReplayProvider {
  const { plan, append } = options;
  const script = refuseToStart(append, () => {
    const credentials = credentialNames(options.environment);
    if (credentials.length > 0) throw credentialPresent(credentials);
    return loadScript(plan, options.files);
  });
  append({ type: 'script', lanes: script.lanes.map(({ entries }) => entries.length) });
  const replay = new Replay(plan, script, append);
  return { stream: (call) => replay.stream(call) };
}

function refuseToStart(append: (decision: Decision) => void, load: () => ReplayScript): ReplayScript {
  try {
    return load();
  } catch (error) {
    if (error instanceof AcpError) append({ type: 'refused', code: error.code, reason: error.problem.summary });
    throw error;
  }
}

/** What is known of a session once it is bound. */
interface Conversation {
  lane: Lane;
  /** Calls that were served or are being served. */
  calls: number;
  streaming: number | undefined;
  tokens: CallTokens;
}

class Replay {
  private calls = 0;
  private readonly conversations = new Map<string, Conversation>();
  private readonly normalize;

  constructor(
    private readonly plan: ReplayPlan,
    private readonly script: ReplayScript,
    private readonly append: (decision: Decision) => void,
  ) {
    this.normalize = createRequestNormalizer(plan.bindings, plan.identity);
  }

  async *stream({ sessionId, request, signal }: ReplayCall): AsyncGenerator<StreamChunk, void, undefined> {
    signal.throwIfAborted();
    const call = ++this.calls;
    const { conversation, entry } = this.decide(call, sessionId, request);
    conversation.calls++;
    conversation.streaming = call;
    try {
      yield* serveEntry(entry, this.plan.bindings.cwd[0], signal, (end) => this.append({ type: 'stream-end', call, ...end }));
    } finally {
      conversation.streaming = undefined;
    }
  }

  /** Which entry the call gets; throws where it gets none. */
  private decide(call: number, sessionId: string, raw: ModelRequest): { conversation: Conversation; entry: ReplayEntry } {
    const known = this.conversations.get(sessionId);
    const tokens = known?.tokens ?? createTokens();
    const request = this.normalize(raw, tokens);
    const base = { type: 'decision', call, session: sessionId, request } as const;
    const conversation = known ?? this.bind(sessionId, base, tokens);
    const { lane, streaming } = conversation;
    if (streaming !== undefined) {
      const reason = `lane ${lane.number} is still streaming model call ${streaming}`;
      return this.refuse(
        { ...base, lane: lane.number, place: conversation.calls + 1, ...unverified('ambiguous'), code: 'ACP_REPLAY_AMBIGUOUS', reason },
        lane,
      );
    }
    const place = conversation.calls + 1;
    const entry = lane.entries[place - 1];
    if (!entry)
      return this.refuse(
        {
          ...base,
          lane: lane.number,
          place,
          ...this.nearest('miss', [lane.number], request, 'no recorded reply is left'),
          code: 'ACP_REPLAY_EXHAUSTED',
        },
        lane,
      );
    return { conversation, entry: this.admit({ ...base, lane: lane.number, place }, lane, entry) };
  }

  private bind(sessionId: string, base: Pick<CallDecision, 'type' | 'call' | 'session' | 'request'>, tokens: CallTokens): Conversation {
    const bound = new Set([...this.conversations.values()].map(({ lane }) => lane));
    const choice = chooseLane(this.script.lanes, bound, base.request);
    if ('lane' in choice) {
      const conversation: Conversation = { lane: choice.lane, calls: 0, streaming: undefined, tokens };
      this.conversations.set(sessionId, conversation);
      return conversation;
    }
    const candidates = choice.candidates.map(({ number }) => number);
    const outcome = choice.code === 'ACP_REPLAY_MISS' ? 'miss' : 'ambiguous';
    return this.refuse({
      ...base,
      lane: 0,
      place: 0,
      ...this.nearest(outcome, candidates, base.request, choice.reason),
      code: choice.code,
    });
  }

  /** Verifies a call that has its entry. A drift is served in refresh, by its place. */
  private admit(
    base: Pick<CallDecision, 'type' | 'call' | 'session' | 'request' | 'lane' | 'place'>,
    lane: Lane,
    entry: ReplayEntry,
  ): ReplayEntry {
    const verdict = this.plan.verify ? verifyRequest(this.script, base.lane, base.place, base.request) : unverified('unverified');
    const unknown = verdict.outcome === 'drift' && verdict.differences[0]?.path === '$';
    const decision: CallDecision = {
      ...base,
      ...verdict,
      ...(unknown && { reason: `no request is expected at lane ${base.lane}, place ${base.place}` }),
    };
    if (verdict.outcome === 'drift' && this.plan.runMode === 'replay') return this.refuse({ ...decision, code: 'ACP_REPLAY_DRIFT' }, lane);
    this.append(decision);
    return entry;
  }

  private nearest(
    outcome: 'miss' | 'ambiguous',
    lanes: readonly number[],
    request: ModelRequest,
    reason: string,
  ): Verdict & { reason: string } {
    const nearest = nearestRequest(this.script, lanes, request);
    if (!nearest) return { ...unverified(outcome), reason };
    return {
      outcome,
      drifted: [],
      ...fewest(nearest.differences),
      reason: `${reason}; nearest is the recorded request of lane ${nearest.lane}, place ${nearest.place}`,
    };
  }

  private refuse(decision: CallDecision, lane?: Lane): never {
    this.append(decision);
    throw new ReplayRefusedError(refusalProblem(decision, { scenario: this.plan.scenario, ...(lane && sourceOf(lane)) })!);
  }
}

function sourceOf({ source, entries, lines }: Lane): { source: string; entries: number; line?: number } {
  const line = lines.at(-1);
  return { source, entries: entries.length, ...(line !== undefined && { line }) };
}

function unverified(outcome: CallDecision['outcome']): Verdict {
  return { outcome, drifted: [], differences: [], moreDifferences: 0 };
}
