import { driveErrors, type AcpError } from '../errors/index.js';
import type { InputStep, RequestOp, promptOutcome } from '../schema/index.js';
import type { z } from 'zod';
import { bindTokens } from './bind.js';
import type { Client, RpcError, RpcResponse } from './client.js';
import { METHODS } from './methods.js';
import { DEFAULT_CAPABILITIES, requestOf } from './request-of.js';
import { createSessionLogTail, type SessionLogTail } from './session-log-tail.js';
import { frameFits, resolveInWorkspace, waitForFile, waitForFrame, waitForLogEvent } from './triggers.js';

export type PromptOutcome = z.infer<typeof promptOutcome>;
type StepOf<Op extends InputStep['op']> = Extract<InputStep, { op: Op }>;

export interface DriveContext {
  /** Named in errors, with the line: `tests/snapshots/cancel/input.jsonl`. */
  file: string;
  /** Folder of the agent's session logs, for `log` triggers. */
  logs?: string;
  clientInfo?: Record<string, unknown>;
  /** Wraps every step, e.g. in a step of the test runner. */
  onStep?: (step: InputStep, line: number, body: () => Promise<void>) => Promise<void>;
  /** Silence in ms to wait for after the last response, so that late frames are seen. 25 where absent; 0 for none. */
  quiescence?: number;
}

/** Executes ops of the input on one connection. */
export interface Driver {
  /**
   * Executes one op. Line 0: it stands in no file.
   * @returns the result of the request, where it is one that was waited for
   * @throws AcpError ACP_REQUEST_FAILED, ACP_ERROR_…, ACP_STEP_…, and what `Client.wait` throws
   */
  step(step: InputStep, line?: number): Promise<unknown>;
  /** Waits for prompts still open and for silence, then for answers left over. */
  finish(): Promise<void>;
  /** One per prompt, in the order they were sent; without stop reason and error where it was not answered. */
  readonly prompts: readonly PromptOutcome[];
  /** Session ids by alias. */
  readonly sessions: ReadonlyMap<string, string>;
}

interface OpenPrompt {
  id: number;
  session: string;
  response: Promise<RpcResponse>;
  settled: boolean;
}

export function createDriver(client: Client, context: DriveContext): Driver {
  const prompts: PromptOutcome[] = [];
  const sessions = new Map<string, string>();
  const openPrompts = new Map<string, OpenPrompt>();
  const { clientInfo = { name: 'playwright-acp', version: '0.0.0' } } = context;
  let tail: SessionLogTail | undefined;
  /** Frames before it have been waited for already. */
  let mark = 0;

  const placeOf = (step: { op: string }, line: number) => `${line > 0 ? `${context.file}:${line}` : context.file} (${step.op})`;
  const requestFor = (op: RequestOp, at: string) => requestOf(op, { cwd: client.cwd, sessions, clientInfo }, at);
  const failed = (at: string, request: string, error: RpcError) =>
    driveErrors.requestFailed({
      at,
      request,
      code: error.code,
      message: error.message,
      ...(error.data === undefined ? {} : { data: JSON.stringify(error.data) }),
      stderrTail: '',
    });

  const openPrompt = (op: StepOf<'prompt'>, at: string): OpenPrompt => {
    const { method, params } = requestFor(op, at);
    const outcome: PromptOutcome = { session: op.session };
    prompts.push(outcome);
    const { id, response } = client.send(method, params);
    const open: OpenPrompt = { id, session: op.session, response, settled: false };
    void response.then(({ result, error }) => {
      open.settled = true;
      client.permissions.turnEnded(op.session);
      if (error !== undefined) outcome.error = { code: error.code, message: error.message };
      else outcome.stopReason = String((result as Record<string, unknown> | null)?.['stopReason']);
    });
    return open;
  };

  /** Waits for a prompt's response; a permission that no later step could answer fails it. */
  const promptResponse = async (open: OpenPrompt, at: string): Promise<RpcResponse> => {
    const response = await client
      .wait({ at, waitedFor: `the response to ${METHODS.sessionPrompt}` }, () => {
        client.permissions.waiting(open.session, at);
        return open.response;
      })
      .finally(() => client.permissions.waited(open.session));
    mark = response.frame + 1;
    return response;
  };

  const endPrompt = async (open: OpenPrompt, at: string): Promise<unknown> => {
    const response = await promptResponse(open, at);
    if (openPrompts.get(open.session) === open) openPrompts.delete(open.session);
    if (response.error !== undefined) throw failed(at, METHODS.sessionPrompt, response.error);
    return response.result;
  };

  const prompt = async (step: StepOf<'prompt'>, at: string) => {
    if (openPrompts.has(step.session)) throw driveErrors.promptOpen(at, step.session);
    const open = openPrompt(step, at);
    openPrompts.set(step.session, open);
    return step.wait ? endPrompt(open, at) : undefined;
  };

  const respond = async (op: RequestOp, at: string): Promise<{ request: string; response: RpcResponse }> => {
    if (op.op === 'prompt') return { request: METHODS.sessionPrompt, response: await promptResponse(openPrompt(op, at), at) };
    const { method, params } = requestFor(op, at);
    if (op.op === 'initialize') client.announce(op.clientCapabilities ?? DEFAULT_CAPABILITIES);
    // Known before the request: its history is sent before the response.
    if ((op.op === 'load_session' || op.op === 'resume_session') && typeof params['sessionId'] === 'string')
      openSession(op.session, params['sessionId']);
    const response = await client.wait({ at, waitedFor: `the response to ${method}` }, () => client.send(method, params).response);
    mark = response.frame + 1;
    return { request: method, response };
  };

  const openSession = (alias: string, id: string) => {
    sessions.set(alias, id);
    client.nameSession(id, alias);
  };

  const request = async (op: Exclude<RequestOp, { op: 'prompt' }>, at: string) => {
    const { request: method, response } = await respond(op, at);
    if (response.error !== undefined) throw failed(at, method, response.error);
    if (op.op === 'new_session') {
      const id = (response.result as Record<string, unknown> | null)?.['sessionId'];
      if (typeof id !== 'string')
        throw driveErrors.badResponse({
          at,
          request: method,
          problem: 'it names no sessionId',
          received: JSON.stringify(response.result) ?? 'no result',
        });
      openSession(op.session, id);
    }
    return response.result;
  };

  const expectError = async (step: StepOf<'expect_error'>, at: string) => {
    const { request: method, response } = await respond(step.request, at);
    const { error } = response;
    if (error === undefined)
      throw driveErrors.errorExpected({ at, request: method, received: JSON.stringify(response.result) ?? 'no result' });
    const fits =
      (step.code === undefined || step.code === error.code) && (step.message === undefined || error.message.includes(step.message));
    const expected = [step.code, step.message].filter((part) => part !== undefined).join(' ');
    if (!fits) throw driveErrors.errorDiffers({ at, request: method, expected, received: `${error.code} ${error.message}` });
  };

  const waitFor = async (
    step: {
      session: string;
      response?: true | undefined;
      frame?: unknown;
      file?: string | undefined;
      contains?: string | undefined;
      log?: unknown;
      count?: number;
    },
    at: string,
  ): Promise<void> => {
    const named = [step.response, step.frame, step.file, step.log].filter((one) => one !== undefined);
    if (named.length !== 1) throw driveErrors.nothingToWaitFor(at);
    const { count = 1 } = step;
    if (step.response !== undefined) {
      const open = openPrompts.get(step.session);
      if (open === undefined) throw driveErrors.noOpenPrompt(at, step.session);
      await endPrompt(open, at);
    } else if (step.frame !== undefined) {
      const pattern = bindTokens(step.frame, { cwd: client.cwd, sessions }, at);
      const fits = frameFits(pattern, sessions.get(step.session), new Set(sessions.values()));
      const index = await client.wait({ at, waitedFor: `an agent frame like ${JSON.stringify(pattern)}` }, (failed) =>
        waitForFrame(client.tap, { fits, count, from: mark, failed }),
      );
      mark = index + 1;
    } else if (step.file !== undefined) {
      const file = resolveInWorkspace(client.cwd, step.file);
      if (file === undefined) throw driveErrors.leavesWorkspace(at, step.file);
      await client.wait({ at, waitedFor: `the file ${step.file}` }, (failed) => waitForFile(file, step.contains, failed));
    } else {
      if (context.logs === undefined) throw driveErrors.noSessionLog(at);
      const log = (tail ??= createSessionLogTail(context.logs));
      const pattern = bindTokens(step.log, { cwd: client.cwd, sessions }, at);
      await client.wait({ at, waitedFor: `a log event like ${JSON.stringify(pattern)}` }, (failed) =>
        waitForLogEvent(log, { pattern, count, session: sessions.get(step.session) }, failed),
      );
    }
  };

  const sessionId = (alias: string, at: string) => bindTokens(`{{session:${alias}}}`, { cwd: client.cwd, sessions }, at);
  const cancelTurn = (alias: string, at: string) => {
    const open = openPrompts.get(alias);
    client.notify(METHODS.sessionCancel, { sessionId: sessionId(alias, at) });
    // The protocol asks the client to answer what the cancelled turn still asks.
    if (open !== undefined && !open.settled) client.permissions.cancelled(alias);
  };

  const execute = async (step: InputStep, at: string): Promise<unknown> => {
    switch (step.op) {
      case 'prompt':
        return prompt(step, at);
      case 'notify':
        return client.notify(step.method, bindTokens(step.params, { cwd: client.cwd, sessions }, at));
      case 'cancel':
        if (step.when !== undefined) await waitFor({ session: step.session, ...step.when }, at);
        return cancelTurn(step.session, at);
      case 'cancel_request': {
        const open = openPrompts.get(step.session);
        if (open === undefined) throw driveErrors.noOpenPrompt(at, step.session);
        if (step.when !== undefined) await waitFor({ session: step.session, ...step.when }, at);
        return client.notify(METHODS.cancelRequest, { requestId: open.id });
      }
      case 'wait_for':
        return waitFor(step, at);
      case 'answer_permission':
        return client.permissions.answer({ session: step.session, option: step.option, tool: step.tool, at });
      case 'expect_error':
        return expectError(step, at);
      case 'raw': {
        const bytes =
          step.base64 === undefined
            ? Buffer.from(bindTokens(step.text ?? '', { cwd: client.cwd, sessions }, at))
            : Buffer.from(step.base64, 'base64');
        return client.writeBytes(step.newline ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes);
      }
      default:
        return request(step, at);
    }
  };

  client.onExpiry(async (grace) => {
    const open = [...openPrompts.values()].filter(({ settled }) => !settled);
    for (const { session } of open) cancelTurn(session, context.file);
    if (open.length === 0) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, grace, `sent; not answered within ${grace} ms`)));
    const answered = Promise.all(open.map(({ response }) => response)).then(() => 'sent and answered');
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  });

  const throwFailure = (failure: AcpError | undefined) => {
    if (failure !== undefined && failure.code !== 'ACP_AGENT_EXITED') throw failure;
  };

  return {
    prompts,
    sessions,
    async step(step, line = 0) {
      const at = placeOf(step, line);
      throwFailure(client.failure);
      let result: unknown;
      const body = async () => {
        result = await execute(step, at);
        // An answer that fits nothing fails at once, though nothing waited for it.
        throwFailure(client.failure);
      };
      await (context.onStep === undefined ? body() : context.onStep(step, line, body));
      return result;
    },
    async finish() {
      const at = `${context.file} (end of the input)`;
      for (const open of [...openPrompts.values()]) await endPrompt(open, at);
      await client.quiesce(context.quiescence ?? 25);
      throwFailure(client.failure);
      throwFailure(client.permissions.leftOver(at));
    },
  };
}

/**
 * Executes the steps of an input one after the other, then `finish`.
 *
 * @example
 * const { prompts } = await driveInput(client, scenario.steps, { file: 'input.jsonl', logs });
 */
export async function driveInput(
  client: Client,
  steps: readonly { step: InputStep; line: number }[],
  context: DriveContext,
): Promise<Pick<Driver, 'prompts' | 'sessions'>> {
  const driver = createDriver(client, context);
  for (const { step, line } of steps) await driver.step(step, line);
  await driver.finish();
  return driver;
}
