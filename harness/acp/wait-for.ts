import { driveErrors } from '../errors/index.js';
import type { InputStep } from '../schema/index.js';
import { bindTokens } from './bind.js';
import type { DriveState } from './drive-state.js';
import type { OpenPrompts } from './open-prompts.js';
import { createSessionLogTail, type SessionLogTail } from './session-log-tail.js';
import { frameFits, resolveInWorkspace, waitForFile, waitForFrame, waitForLogEvent, waitForModelCall } from './triggers.js';

/** A `wait_for` step, or the trigger of another step in its form. */
export type Wanted = Pick<Extract<InputStep, { op: 'wait_for' }>, 'session'> &
  Partial<Omit<Extract<InputStep, { op: 'wait_for' }>, 'op' | 'session'>>;

/** Waits for what a step names; always something that is seen, never time. */
export function createWaiter(state: DriveState, prompts: OpenPrompts): (wanted: Wanted, at: string) => Promise<void> {
  const { client, context, sessions } = state;
  const bindings = { cwd: client.cwd, sessions };
  let tail: SessionLogTail | undefined;

  const frame = async ({ session, frame: template, count = 1 }: Wanted, at: string) => {
    const pattern = bindTokens(template, bindings, at);
    const fits = frameFits(pattern, sessions.get(session), new Set(sessions.values()));
    const waitedFor = `an agent frame like ${JSON.stringify(pattern)}`;
    const index = await client.wait({ at, waitedFor }, (failed) => waitForFrame(client.tap, { fits, count, from: state.mark, failed }));
    state.mark = index + 1;
  };
  const file = async (name: string, contains: string | undefined, at: string) => {
    const resolved = resolveInWorkspace(client.cwd, name);
    if (resolved === undefined) throw driveErrors.leavesWorkspace(at, name);
    await client.wait({ at, waitedFor: `the file ${name}` }, (failed) => waitForFile(resolved, contains, failed));
  };
  const log = async ({ session, log: template, count = 1 }: Wanted, at: string) => {
    if (context.logs === undefined) throw driveErrors.noSessionLog(at);
    const events = (tail ??= createSessionLogTail(context.logs));
    const pattern = bindTokens(template, bindings, at);
    const waitedFor = `a log event like ${JSON.stringify(pattern)}`;
    await client.wait({ at, waitedFor }, (failed) => waitForLogEvent(events, { pattern, count, session: sessions.get(session) }, failed));
  };

  const modelCall = async (number: number, at: string) => {
    const { modelCalls } = context;
    if (modelCalls === undefined) throw driveErrors.noModelCalls(at);
    await client.wait({ at, waitedFor: `model call ${number}` }, (failed) => waitForModelCall(modelCalls, number, failed));
  };

  return async (wanted, at) => {
    const named = [wanted.response, wanted.frame, wanted.file, wanted.log, wanted.call].filter((one) => one !== undefined);
    if (named.length !== 1) throw driveErrors.nothingToWaitFor(at);
    if (wanted.response !== undefined) await prompts.end(prompts.get(wanted.session, at), at);
    else if (wanted.frame !== undefined) await frame(wanted, at);
    else if (wanted.file !== undefined) await file(wanted.file, wanted.contains, at);
    else if (wanted.log !== undefined) await log(wanted, at);
    else await modelCall(wanted.call!, at);
  };
}
