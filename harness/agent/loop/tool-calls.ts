import { ExecutorError } from '../executor/executor.js';
import { processEvent } from '../log/processes.js';
import { rejection, verdictOn } from '../session/policy.js';
import { toolCallView } from '../session/views.js';
import { prepareCall, type PreparedCall, type RunnableCall, type ToolCall } from '../toolbox/prepare.js';
import { CANCELLED, failed, type ToolResult } from '../toolbox/tool.js';
import { askPermission } from './permission.js';
import type { Step } from './turn.js';

const cancelled = (): ToolResult => failed(CANCELLED);

/**
 * Runs the calls of one reply. Tools that only look run side by side, and so do sub-agents; one that changes something
 * here runs alone. Whatever ends first, results are settled and written down in the order of the calls, and not before
 * the user was asked about all of them: so the log and the client's view do not depend on who was faster.
 */
export async function runToolCalls(step: Step, calls: readonly ToolCall[]): Promise<void> {
  const { session, at } = step;
  const prepared = calls.map(prepareCall);
  const events = calls.map(({ id, name, arguments: text }) =>
    session.record({ type: 'tool/call', data: { ...at, callId: id, name, arguments: text } }),
  );
  const running: { result: Promise<ToolResult>; changes: boolean }[] = [];
  for (const call of prepared) {
    const refused = await refusal(step, call);
    const changes = 'tool' in call && call.tool.changes && !call.tool.sideBySide;
    const before = running.filter((earlier) => changes || earlier.changes).map(({ result }) => result);
    const result = refused ? Promise.resolve(refused) : Promise.all(before).then(() => runTool(step, call as RunnableCall));
    running.push({ result, changes });
  }
  for (const [index, { id }] of calls.entries()) {
    const { text, isError, meta, plan, processes = [] } = await settled(index, running);
    if (plan) session.record({ type: 'plan/update', data: { ...at, entries: plan } });
    for (const note of processes) session.record(processEvent(note, { ...at, callId: id }));
    const data = { ...at, callId: id, content: [{ type: 'text', text }], isError, ...(meta ? { meta } : {}) };
    session.record({ type: 'tool/result', data, sourceEventSeqs: [events[index]?.seq as number], surfaceOp: 'append' });
  }
  await session.sent();
}

/** What a call settles changes what the others see, so they have all ended by then. */
async function settled(index: number, running: readonly { result: Promise<ToolResult> }[]): Promise<ToolResult> {
  const result = await (running[index] as { result: Promise<ToolResult> }).result;
  if (!result.settle) return result;
  await Promise.all(running.map((call) => call.result));
  try {
    return await result.settle();
  } catch (error) {
    return failed(`${result.text}\n(It could not be settled: ${(error as Error).message})`);
  }
}

/** Why a call does not run, or `undefined` where it may. */
async function refusal(step: Step, prepared: PreparedCall): Promise<ToolResult | undefined> {
  const { session, signal, at } = step;
  if (signal.aborted) return cancelled();
  if ('fault' in prepared) return failed(prepared.fault);
  const { call, tool } = prepared;
  const verdict = verdictOn(tool, session.state);
  if (verdict.kind === 'run') return undefined;
  if (verdict.kind === 'refuse') return failed(verdict.why);
  const view = toolCallView(call, session.state.cwd);
  const answer = await askPermission(step, view);
  if (answer.decision === 'cancelled') return cancelled();
  session.record({ type: 'permission/answer', data: { ...at, callId: call.id, name: call.name, ...answer } });
  return answer.decision === 'allow' ? undefined : failed(rejection(call.name, answer.scope === 'session'));
}

async function runTool({ executor, session, signal, at, delegate }: Step, { call, tool, args }: RunnableCall): Promise<ToolResult> {
  if (signal.aborted) return cancelled();
  try {
    return await tool.run(args, {
      executor,
      cwd: session.state.cwd,
      limits: session.config.limits,
      processes: session.processes,
      blobs: session.blobs,
      onTerminal: (terminalId) => session.record({ type: 'terminal/open', data: { ...at, callId: call.id, terminalId } }),
      signal,
      delegate: (task) => delegate(task, { id: call.id, at, signal }),
    });
  } catch (error) {
    if (signal.aborted) return cancelled();
    if (error instanceof ExecutorError) return failed(error.message);
    return failed(`${tool.schema.name} failed: ${(error as Error).message}`);
  }
}
