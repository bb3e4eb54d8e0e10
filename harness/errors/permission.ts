import { AcpError } from './acp-error.js';

export interface AskedPermission {
  session: string;
  /** Title of the tool call, else its id. */
  tool: string;
  /** Kinds offered, in the agent's order. */
  offered: readonly string[];
}

export interface ScriptedAnswer {
  at: string;
  option: string;
  tool?: string | undefined;
}

const asked = (request: AskedPermission) =>
  [
    ['session', request.session],
    ['tool', request.tool],
    ['offered', request.offered.join(', ') || '(nothing)'],
  ] as const;
const wording = (answer: ScriptedAnswer) => `${answer.option}${answer.tool === undefined ? '' : ` for "${answer.tool}"`}   (${answer.at})`;

/** Permission requests and scripted answers that do not fit each other. */
export const permissionErrors = {
  notOffered: (request: AskedPermission, answer: ScriptedAnswer) =>
    new AcpError({
      code: 'ACP_PERMISSION_NOT_OFFERED',
      summary: `The input answers a permission request with "${answer.option}", which the agent did not offer.`,
      facts: [['at', answer.at], ...asked(request)],
      look: 'the options of the request in the transcript',
    }),
  /** `queued`: answers that fit no request so far. A tool that changed its title is the likely cause then. */
  unanswered: (request: AskedPermission, at: string, queued: readonly ScriptedAnswer[] = []) =>
    new AcpError({
      code: 'ACP_PERMISSION_UNANSWERED',
      summary: 'The agent asks for a permission that no step answers, and the step waits for the response behind it.',
      facts: [['at', at], ...asked(request), ...queued.map((answer) => ['does not fit', wording(answer)] as const)],
      intended:
        queued.length > 0
          ? `address an answer to this tool: {"op":"answer_permission","option":"${request.offered[0] ?? 'cancelled'}","tool":${JSON.stringify(request.tool)}}`
          : `put {"op":"answer_permission","option":"${request.offered[0] ?? 'cancelled'}"} before the prompt`,
    }),
  ambiguous: (requests: readonly AskedPermission[], answers: readonly ScriptedAnswer[]) =>
    new AcpError({
      code: 'ACP_PERMISSION_AMBIGUOUS',
      summary: 'Two permission requests are open at once and the answer could go to either: it would depend on which came first.',
      facts: [...answers.map((answer) => ['answer', wording(answer)] as const), ...requests.flatMap(asked)],
      intended: 'address each answer: "tool" is a part of the tool call\'s title, or its name',
    }),
  unused: (answers: readonly ScriptedAnswer[]) =>
    new AcpError({
      code: 'ACP_PERMISSION_UNUSED',
      summary: 'The input ended, but the agent never asked for a permission that a step answers.',
      facts: answers.map((answer) => ['answer', wording(answer)] as const),
    }),
};
