import type { AcpError } from '../errors/index.js';
import type { InputStep, RequestOp } from '../schema/index.js';
import { bindTokens } from './bind.js';
import type { Client } from './client.js';
import type { DriveContext, DriveState, PromptOutcome } from './drive-state.js';
import { METHODS } from './methods.js';
import { createOpenPrompts } from './open-prompts.js';
import { requestOf } from './request-of.js';
import { accept, requireError, respond } from './requests.js';
import { createWaiter, type Wanted } from './wait-for.js';

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

const DEFAULT_QUIESCENCE = 25;
const DEFAULT_CLIENT_INFO = { name: 'playwright-acp', version: '0.0.0' };

export function createDriver(client: Client, context: DriveContext): Driver {
  const sessions = new Map<string, string>();
  const state: DriveState = { client, context, sessions, mark: 0 };
  const prompts = createOpenPrompts(state);
  const waitFor = createWaiter(state, prompts);
  const bind = <T>(value: T, at: string) => bindTokens(value, { cwd: client.cwd, sessions }, at);
  const requestFor = (op: RequestOp, at: string) =>
    requestOf(op, { cwd: client.cwd, sessions, clientInfo: context.clientInfo ?? DEFAULT_CLIENT_INFO }, at);

  const expectError = async ({ request: op, code, message }: Extract<InputStep, { op: 'expect_error' }>, at: string) => {
    const request = requestFor(op, at);
    const response =
      op.op === 'prompt' ? await prompts.response(prompts.send(request, op.session), at) : await respond(state, op, request, at);
    requireError({ code, message }, request.method, response, at);
  };
  const trigger = async (step: { session: string; when?: Omit<Wanted, 'session'> | undefined }, at: string) => {
    if (step.when !== undefined) await waitFor({ session: step.session, ...step.when }, at);
  };
  const raw = ({ text = '', base64, newline }: Extract<InputStep, { op: 'raw' }>, at: string) => {
    const bytes = base64 === undefined ? Buffer.from(bind(text, at)) : Buffer.from(base64, 'base64');
    client.writeBytes(newline ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes);
  };

  const execute = async (step: InputStep, at: string): Promise<unknown> => {
    switch (step.op) {
      case 'prompt': {
        const prompt = prompts.open(requestFor(step, at), step.session, at);
        return step.wait ? prompts.end(prompt, at) : undefined;
      }
      case 'notify':
        return client.notify(step.method, bind(step.params, at));
      case 'cancel': {
        const id = bind(`{{session:${step.session}}}`, at);
        await trigger(step, at);
        return prompts.cancel(step.session, id);
      }
      case 'cancel_request': {
        const { id } = prompts.get(step.session, at);
        await trigger(step, at);
        return client.notify(METHODS.cancelRequest, { requestId: id });
      }
      case 'wait_for':
        return waitFor(step, at);
      case 'answer_permission':
        return client.permissions.answer({ session: step.session, option: step.option, tool: step.tool, at });
      case 'expect_error':
        return expectError(step, at);
      case 'raw':
        return raw(step, at);
      default: {
        const request = requestFor(step, at);
        return accept(state, step, request, await respond(state, step, request, at), at);
      }
    }
  };

  return {
    prompts: prompts.outcomes,
    sessions,
    async step(step, line = 0) {
      const at = `${line > 0 ? `${context.file}:${line}` : context.file} (${step.op})`;
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
      for (const prompt of prompts.all()) await prompts.end(prompt, at);
      await client.quiesce(context.quiescence ?? DEFAULT_QUIESCENCE);
      throwFailure(client.failure);
      throwFailure(client.permissions.leftOver(at));
    },
  };
}

function throwFailure(failure: AcpError | undefined): void {
  if (failure !== undefined) throw failure;
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
