import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { MessageBlock } from '../../schema/model-request.js';
import type { Executor } from '../executor/executor.js';
import type { Stream } from '../llm/chain.js';
import type { TurnEndReason } from '../log/event.js';
import { headerFromLog, requestFromLog, type RequestHeader } from '../log/messages.js';
import { fallbackTitle } from '../log/title.js';
import { stepsPerTurn, thinks } from '../session/options.js';
import type { Session } from '../session/session.js';
import { toolSchemas } from '../toolbox/registry.js';
import type { SubagentTask, ToolResult } from '../toolbox/tool.js';
import { callModel } from './model-call.js';
import { systemPrompt } from './system-prompt.js';
import { runToolCalls } from './tool-calls.js';

/** Has a sub-agent of the session do the work of one call, until the signal aborts. */
export type Delegate = (task: SubagentTask, call: { id: string; at: Step['at']; signal: AbortSignal }) => Promise<ToolResult>;

/** A prompt, as the model gets it; `prompt` keeps the client's own blocks where they say more. */
export interface TurnInput {
  content: MessageBlock[];
  prompt?: ContentBlock[];
}

export interface TurnContext {
  session: Session;
  stream: Stream;
  executor: Executor;
  signal: AbortSignal;
  delegate: Delegate;
}

/** One step of a turn: one model call and the tools it asked for. */
export interface Step extends TurnContext {
  at: { turn: number; step: number };
}

/** Runs one turn to its end. Everything that happens is in the log before it is acted on. */
export async function runTurn(context: TurnContext, input: TurnInput): Promise<TurnEndReason> {
  const { session } = context;
  const turn = session.state.turns + 1;
  session.record({ type: 'turn/start', data: { turn, trigger: { kind: 'message', source: { kind: 'user' } } } });
  const { content, prompt } = input;
  const said = session.record({
    type: 'user/message',
    data: { content, ...(prompt ? { prompt } : {}), source: { kind: 'user' } },
    surfaceOp: 'append',
  });
  nameSession(session, content, said.seq);
  const reason = await runSteps(context, turn);
  session.record({ type: 'turn/end', data: { turn, reason } });
  return reason;
}

function nameSession(session: Session, content: readonly MessageBlock[], seq: number): void {
  if (session.state.title !== undefined) return;
  const title = fallbackTitle(content.map((block) => (block.type === 'text' ? block.text : '')).join(' '));
  if (title !== undefined) session.record({ type: 'session/title', data: { title, messageSeqs: [seq], source: { kind: 'fallback' } } });
}

async function runSteps(context: TurnContext, turn: number): Promise<TurnEndReason> {
  const { session, signal } = context;
  for (let step = 1; ; step++) {
    if (signal.aborted) return { kind: 'aborted' };
    if (step > stepsPerTurn(session.state, session.config)) return { kind: 'max-turn-requests' };
    const at = { turn, step };
    session.record({ type: 'step/start', data: at });
    const end = await runStep({ ...context, at });
    session.record({ type: 'step/end', data: at });
    if (end) return end;
  }
}

/** The turn's end, or `undefined` where another step has to follow. */
async function runStep(step: Step): Promise<TurnEndReason | undefined> {
  const { session, at, signal } = step;
  recordHeader(session);
  const outcome = await callModel(step, requestFromLog(session.log.events));
  if (outcome.kind === 'aborted') return { kind: 'aborted' };
  if (outcome.kind === 'failed') return { kind: 'error', step: at.step, failure: outcome.failure };
  const { content, usage, finish, chunks } = outcome;
  const { name: provider, model } = session.config.provider;
  session.record({
    type: 'assistant/message',
    data: { ...at, content, provenance: { provider, model }, ...(usage ? { usage } : {}) },
    sourceEventSeqs: chunks,
    surfaceOp: 'append',
  });
  if (finish.kind === 'max-tokens' || finish.kind === 'refusal') return { kind: finish.kind };
  const calls = content.filter((block) => block.type === 'tool-call');
  if (calls.length === 0) return { kind: 'completed' };
  await runToolCalls(step, calls);
  return signal.aborted ? { kind: 'aborted' } : undefined;
}

/** Writes down the part of the request that is not conversation, where it is not what the log says already. */
function recordHeader(session: Session): void {
  const { provider } = session.config;
  const off = provider.facts.thinking && !thinks(session.state);
  const header: RequestHeader = {
    config: { provider: provider.name, model: provider.model, ...(off ? { thinking: 'off' } : {}) },
    system: systemPrompt(session.state.cwd),
    tools: toolSchemas(),
  };
  const before = headerFromLog(session.log.events);
  if (before && JSON.stringify(before) === JSON.stringify(header)) return;
  session.record({ type: 'request/header', data: { header, reason: before ? 'changed' : 'initial' } });
}
