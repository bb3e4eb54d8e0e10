import { viewOf } from '../executor/view.js';
import { localExecutor } from '../executor/local.js';
import type { Stream } from '../llm/chain.js';
import type { TurnEndReason } from '../log/event.js';
import { runTurn, type Delegate } from '../loop/turn.js';
import type { Session } from '../session/session.js';
import { failed, type SubagentTask, type ToolResult } from '../toolbox/tool.js';
import { createChild, reopenChild } from './child-session.js';
import { toolResultOf } from './outcome.js';
import { progressClient } from './progress.js';
import { mergeInto, type MergeFacts } from './merge.js';
import { createWorkspace, removeWorkspace, type Workspace } from './workspace.js';

/** A session that delegates. */
export interface Owner {
  session: Session;
  stream: Stream;
  /** Where its folder really lies: that of a sub-agent is a copy. */
  root: string;
}

interface Started {
  child: Session;
  name: string;
  kept: boolean;
}

/**
 * Has sub-agents do parts of a session's work. Each is a session of its own, with its own log and its own copy of the
 * folder, and knows nothing of its siblings; what it did is merged into the parent's folder when it settles.
 */
export function createDelegate(owner: Owner): Delegate {
  return async (task, { id: callId, at, signal }) => {
    const { session } = owner;
    const refused = refusal(session, task);
    if (refused !== undefined) return failed(refused);
    // Up to here nothing was waited for: sub-agents of one reply are written down in the order of their calls.
    const started = start(owner, task, callId, at);
    if (!started) return failed('The log of this sub-agent is no longer there. Start a new one.');
    const { child, name, kept } = started;
    const { reason, workspace } = await work(owner, child, task.prompt, signal);
    // Commands that it left running end here: nothing changes its copy any more.
    await child.close();
    const result = toolResultOf(reason, child);
    const facts = { ...at, callId, name, childSession: child.id };
    return { ...result, settle: () => settle(owner, { result, reason, workspace, facts, kept }) };
  };
}

interface Ended {
  result: ToolResult;
  reason: TurnEndReason;
  workspace: Workspace | undefined;
  facts: MergeFacts & { name: string };
  kept: boolean;
}

/** Only what a sub-agent finished is merged. Its copy goes, unless somebody has to look into it. */
async function settle({ session, root }: Owner, { result, reason, workspace, facts, kept }: Ended): Promise<ToolResult> {
  const merged = workspace && reason.kind === 'completed' ? await mergeInto(session, root, workspace, facts) : { note: '', done: true };
  if (merged.done) await removeWorkspace(facts.childSession);
  session.record({ type: 'subagent/ended', data: { ...facts, outcome: reason } });
  const notes = [result.text, merged.note, kept ? `(This sub-agent is kept as ${facts.name}.)` : ''];
  return { ...result, text: notes.filter(Boolean).join('\n') };
}

/** Why the task is not begun. Counted is what the log says of the turn, so that it is the same in each run. */
function refusal({ state, config: { limits }, log }: Session, task: SubagentTask): string | undefined {
  if (log.header.delegationDepth >= limits.subagentDepth)
    return `Sub-agents may be nested ${limits.subagentDepth} deep, and this is one that deep. Do the work here.`;
  const used = state.subagents.flatMap(({ turns }) => turns).filter((turn) => turn === state.turns).length;
  if (used >= limits.subagentsPerTurn)
    return `A turn may use ${limits.subagentsPerTurn} sub-agents, and this one has. Go on with what they answered.`;
  if (!('continues' in task)) return undefined;
  const kept = state.subagents.filter((agent) => agent.kept);
  const named = kept.find(({ name }) => name === task.continues);
  if (named) return named.running ? `The sub-agent ${named.name} is at work already.` : undefined;
  const names = kept.map(({ name }) => name).join(', ');
  return `There is no sub-agent "${task.continues}" that was kept. ${names === '' ? 'None was.' : `Kept are: ${names}.`}`;
}

function start({ session }: Owner, task: SubagentTask, callId: string, at: { turn: number; step: number }): Started | undefined {
  const client = progressClient(session, callId);
  if ('continues' in task) {
    const { name, session: childSession } = session.state.subagents.find((agent) => agent.name === task.continues)!;
    const child = reopenChild(session, childSession, task, client);
    if (child) session.record({ type: 'subagent/continued', data: { ...at, callId, name, childSession, label: task.description } });
    return child && { child, name, kept: true };
  }
  const name = `agent-${session.state.subagents.length + 1}`;
  const { start: kind, keep: kept, description: label } = task;
  const child = createChild(session, task, client);
  session.record({ type: 'subagent/started', data: { ...at, callId, name, childSession: child.id, label, kind, kept } });
  return { child, name, kept };
}

/** One turn of the sub-agent, in its copy of the folder. What goes wrong before it is the sub-agent's failure. */
async function work(
  { stream, root }: Owner,
  child: Session,
  prompt: string,
  signal: AbortSignal,
): Promise<{ reason: TurnEndReason; workspace?: Workspace }> {
  try {
    const workspace = await createWorkspace(child.id, root);
    const reason = await child.run((own) => {
      const executor = viewOf(localExecutor, child.state.cwd, workspace.work);
      const delegate = createDelegate({ session: child, stream, root: workspace.work });
      const context = { session: child, stream, executor, signal: AbortSignal.any([signal, own]), delegate };
      return runTurn(context, { content: [{ type: 'text', text: prompt }] });
    });
    return { reason, workspace };
  } catch (error) {
    return { reason: { kind: 'error', step: 0, failure: { message: (error as Error).message, code: 'SUBAGENT' } } };
  }
}
