import { isWireRequest } from '../schema/any-request.js';
import type { Decision, FieldDifference } from '../schema/replay.js';
import { AcpError, type Problem } from './acp-error.js';

/** A model call that replay does not serve. Trying again cannot help, and no chunk was released. */
export class ReplayRefusedError extends AcpError {
  readonly retryable = false;
}

/** A recorded log that cannot be replayed as it stands. `place` is `file:line`. */
export function unreadableLog(place: string, what: string, look?: string): AcpError {
  return new AcpError({ code: 'ACP_REPLAY_LOG', summary: `${place}: ${what}`, ...(look && { look }) });
}

/** Chunks without a finish in a turn that was not aborted: how the call ended is not in the log. */
export function unterminatedCall(place: string, chunks: number, ended: string): AcpError {
  return new AcpError({
    code: 'ACP_REPLAY_UNTERMINATED',
    summary: `${place}: a model call has no finish.`,
    facts: [
      ['chunks', String(chunks)],
      ['ended by', ended],
    ],
    look: 'what the provider did there: the log does not say it',
    intended: 'say it in replay.override.json (throw or hang) and declare "overridden" in the header of input.jsonl',
  });
}

/** An override that does not fit the script it patches. */
export function overrideMisfit(what: string): AcpError {
  return new AcpError({
    code: 'ACP_REPLAY_OVERRIDE',
    summary: `replay.override.json: ${what}`,
    look: 'entries count from 0 within a lane, lanes from 1',
  });
}

/** A file of the replay plan that does not hold what it should. */
export function badReplayFile(place: string, what: string): AcpError {
  return new AcpError({ code: 'ACP_REPLAY_PLAN', summary: `${place}: ${what}` });
}

/** The agent handed the `llm/stream` chain something that is no model request. */
export function badRequest(issue: { path: readonly PropertyKey[]; message: string }): AcpError {
  return new AcpError({
    code: 'ACP_REPLAY_REQUEST',
    summary: `The agent's model request is not one: ${issue.path.map(String).join('.')} ${issue.message}`,
    look: 'the request the agent hands to the replay provider: config, system, tools, messages',
  });
}

/** A live key where a replay runs: a call that slips past the replay provider would be billed. Never says the value. */
export function credentialPresent(names: readonly string[]): AcpError {
  return new AcpError({
    code: 'ACP_REPLAY_CREDENTIAL',
    summary: `The agent's environment holds ${names.length === 1 ? 'a credential' : `${names.length} credentials`} while a replay runs.`,
    facts: [[names.length === 1 ? 'variable' : 'variables', names.join(', ')]],
    look: "the agent profile's env: replay needs no key, its placeholder is `replay`",
  });
}

/** What the message of a refused call says beside the decision. */
export interface RefusalContext {
  scenario: string;
  /** The lane's replay source, e.g. `session.jsonl`. */
  source?: string;
  /** Line of the source where the lane's last entry ends. */
  line?: number;
  /** How many entries the lane holds. */
  entries?: number;
  /** The command that makes the change the expectation. Absent in CI, where none may be offered. */
  intended?: string;
}

const SHOWN = 160;

/** The designed failure of a refused decision; `undefined` for a call that was served. */
export function refusalProblem(decision: Extract<Decision, { type: 'decision' }>, context: RefusalContext): Problem | undefined {
  if (decision.code === undefined) return undefined;
  return {
    code: decision.code,
    summary: summaryOf(decision, context),
    facts: [
      ['scenario', context.scenario],
      ['at', placeOf(decision, context)],
      ...(decision.reason ? [['because', decision.reason] as const] : []),
      ['received', `last message: ${lastMessage(decision)}`],
      ...decision.differences.flatMap(differenceFacts),
      ...(decision.moreDifferences > 0 ? [['and', `${decision.moreDifferences} more differences`] as const] : []),
    ],
    ...(decision.code === 'ACP_REPLAY_DRIFT' && {
      look: 'the change that made the agent ask something else; nothing of the recorded reply was released',
    }),
    ...(context.intended && { intended: context.intended }),
  };
}

function summaryOf(decision: Extract<Decision, { type: 'decision' }>, context: RefusalContext): string {
  switch (decision.code) {
    case 'ACP_REPLAY_EXHAUSTED':
      return `Replay exhausted: the agent made model call ${decision.place} of lane ${decision.lane}, ${context.source ?? 'the replay source'} holds ${context.entries ?? decision.place - 1}.`;
    case 'ACP_REPLAY_DRIFT':
      return `Replay drifted: model call ${decision.call} does not ask what was recorded (${decision.drifted.join(', ')}).`;
    case 'ACP_REPLAY_AMBIGUOUS':
      return `Replay ambiguous: more than one recorded reply could answer model call ${decision.call}.`;
    default:
      return `Replay missed: no recorded reply answers model call ${decision.call}.`;
  }
}

function placeOf(decision: Extract<Decision, { type: 'decision' }>, context: RefusalContext): string {
  const call = `model call ${decision.call}`;
  if (decision.lane === 0) return call;
  const line = context.line === undefined ? '' : `:${context.line}`;
  return `${call}: lane ${decision.lane}, place ${decision.place}${context.source ? `   (${context.source}${line})` : ''}`;
}

function lastMessage(decision: Extract<Decision, { type: 'decision' }>): string {
  if (isWireRequest(decision.request)) return lastText(decision.request.messages.at(-1));
  const block = decision.request.messages.at(-1)?.content.at(-1);
  if (!block) return 'none';
  if (block.type === 'tool-result') return `tool result of ${block.toolCallId}`;
  if (block.type === 'tool-call') return `tool call ${block.name}`;
  if (block.type === 'image') return `image (${block.mimeType})`;
  return `${block.type} ${JSON.stringify(cut(block.text))}`;
}

/** The last text of a message of any dialect. */
function lastText(message: unknown): string {
  const texts = [...textsOf(message)];
  const last = texts.at(-1);
  return last === undefined ? 'none' : JSON.stringify(cut(last));
}

function* textsOf(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsOf(inner);
}

function differenceFacts(difference: FieldDifference): (readonly [string, string])[] {
  const { path, expected, actual } = difference;
  return [[path, `expected ${show(expected)}\nreceived ${show(actual)}`]];
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}
