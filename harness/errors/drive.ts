import { AcpError } from './acp-error.js';
import { stderrFact } from './child.js';

type Facts = readonly (readonly [string, string])[];

export interface DeadlineFacts {
  deadline: 'step' | 'idle' | 'total';
  ms: number;
  /** `input.jsonl:7`, and what the step is. */
  at: string;
  waitedFor: string;
  lastFrame: string;
  /** What the client did about it, e.g. that a cancel was sent and answered. */
  cancel: string | undefined;
  /** A response that belonged to no request: often an id of the wrong type. */
  unmatched: string | undefined;
  stderrTail: string;
}

const DEADLINES = { step: 'one step', idle: 'silence of the agent', total: 'the whole run' };

/** The agent, or the input, did not do what a step of the input asks for. */
export const driveErrors = {
  deadline: (facts: DeadlineFacts) =>
    new AcpError({
      code: 'ACP_DEADLINE',
      summary: `The deadline for ${DEADLINES[facts.deadline]} (${facts.deadline}, ${facts.ms} ms) passed while a step waited for ${facts.waitedFor}.`,
      facts: [
        ['at', facts.at],
        ['last frame', facts.lastFrame],
        ...(facts.unmatched === undefined ? [] : [['unmatched', facts.unmatched] as const]),
        ...(facts.cancel === undefined ? [] : [['cancel', facts.cancel] as const]),
        stderrFact(facts.stderrTail),
      ],
      look: 'the last frame, and the stderr of the agent',
      intended: `raise "deadlines.${facts.deadline}" in the agent profile`,
    }),
  requestFailed: (facts: { at: string; request: string; code: number; message: string; data?: string; stderrTail: string }) =>
    new AcpError({
      code: 'ACP_REQUEST_FAILED',
      summary: `The agent answered ${facts.request} with an error.`,
      facts: [
        ['at', facts.at],
        ['error', `${facts.code} ${facts.message}`],
        ...(facts.data === undefined ? [] : [['data', facts.data] as const]),
        stderrFact(facts.stderrTail),
      ],
      intended: 'wrap the step: {"op":"expect_error","request":{…}}',
    }),
  errorExpected: (facts: { at: string; request: string; received: string }) =>
    new AcpError({
      code: 'ACP_ERROR_EXPECTED',
      summary: `${facts.request} had to be answered with an error, and was not.`,
      facts: [
        ['at', facts.at],
        ['received', facts.received],
      ],
    }),
  errorDiffers: (facts: { at: string; request: string; expected: string; received: string }) =>
    new AcpError({
      code: 'ACP_ERROR_DIFFERS',
      summary: `${facts.request} was answered with another error than the step expects.`,
      facts: [
        ['at', facts.at],
        ['expected', facts.expected],
        ['received', facts.received],
      ],
    }),
  badResponse: (facts: { at: string; request: string; problem: string; received: string }) =>
    new AcpError({
      code: 'ACP_BAD_RESPONSE',
      summary: `The response to ${facts.request} cannot be used: ${facts.problem}.`,
      facts: [
        ['at', facts.at],
        ['received', facts.received],
      ],
    }),
  step: (code: `ACP_STEP_${string}`, summary: string, at: string, facts: Facts = [], fix?: string) =>
    new AcpError({ code, summary, facts: [['at', at], ...facts], ...(fix === undefined ? {} : { look: fix }) }),
  unknownSession: (at: string, alias: string, known: readonly string[]) =>
    driveErrors.step(
      'ACP_STEP_SESSION',
      `No session "${alias}" has been opened yet.`,
      at,
      [['sessions', known.length > 0 ? known.join(', ') : 'none']],
      "the session's alias, or the order of the steps",
    ),
  noOpenPrompt: (at: string, alias: string) =>
    driveErrors.step(
      'ACP_STEP_NO_PROMPT',
      `Session "${alias}" has no open prompt.`,
      at,
      [],
      'the prompt before it: only one with "wait":false is still open',
    ),
  promptOpen: (at: string, alias: string) =>
    driveErrors.step(
      'ACP_STEP_PROMPT_OPEN',
      `Session "${alias}" still has an open prompt.`,
      at,
      [],
      'wait for it first: {"op":"wait_for","response":true}',
    ),
  nothingToWaitFor: (at: string) =>
    driveErrors.step(
      'ACP_STEP_TRIGGER',
      'The step names nothing to wait for, or more than one thing.',
      at,
      [],
      'one of "response", "frame", "file", "log", "call"',
    ),
  leavesWorkspace: (at: string, file: string) => driveErrors.step('ACP_STEP_PATH', `The file "${file}" lies outside the workspace.`, at),
  noSessionLog: (at: string) =>
    driveErrors.step(
      'ACP_STEP_LOG',
      'The step waits for an event of the session log, but the agent profile names no folder of logs.',
      at,
      [],
      'the profile\'s "session.logs"',
    ),
  noModelCalls: (at: string) =>
    driveErrors.step(
      'ACP_STEP_CALL',
      'The step waits for a model call, but no model calls are seen in this run.',
      at,
      [],
      'a scenario of seam "session" or "provider"',
    ),
};
