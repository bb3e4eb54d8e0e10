import { formatJsonl } from '../jsonl/index.js';
import { createFieldNormalizers, RULES, type Counts } from '../normalize/index.js';
import { isWireRequest, type AnyRequest, type Decision, type FieldNormalizer, type RequestRecord } from '../schema/index.js';
import type { SurfaceFile } from './transcript.js';

export const REQUESTS_FILE = 'requests.expected.jsonl';
export const SYSTEM_PROMPT_FILE = 'system-prompt.expected.md';
export const TOOL_SCHEMAS_FILE = 'tool-schemas.expected.json';

export interface RequestsContext {
  readonly scenario: string;
  /** Absent: system prompt and tool schemas stand in full in each record, for no pin holds them. */
  readonly headerClass?: string | undefined;
  readonly counts: Counts;
  readonly normalizers?: readonly FieldNormalizer[] | undefined;
}

/** The files of three surfaces; a file is absent where no model call was made, the sidecars also without a header class. */
export interface RequestFiles {
  readonly requests?: SurfaceFile;
  readonly systemPrompt?: SurfaceFile;
  readonly toolSchemas?: SurfaceFile;
}

type Call = Extract<Decision, { type: 'decision' }>;

/**
 * What the model calls received, by lane and place, so that the order of arrival is irrelevant. With a header class the
 * system prompt and the tool schemas of the first call (lane 1, place 1; on the wire the first that offers tools) are its sidecars, written exactly as received;
 * every call with the same ones carries `{{system}}` and `{{tools}}`, any other keeps its own in full.
 */
export function requestsSurface(decisions: readonly Decision[], context: RequestsContext): RequestFiles {
  const calls = decisions
    .filter((decision): decision is Call => decision.type === 'decision' && decision.lane > 0 && decision.place > 0)
    .toSorted((a, b) => a.lane - b.lane || a.place - b.place);
  const first = headerCall(calls)?.request;
  if (!first) return {};
  const { scenario, headerClass } = context;
  const header = { type: 'fixture', fixture: 'requests', schema: 1, scenario, ...(headerClass !== undefined && { headerClass }) };
  const applyProfile = createFieldNormalizers(context.normalizers, 'requests', context.counts);
  const tokenize = headerClass === undefined ? (request: AnyRequest) => request : tokenizer(first, context.counts);
  const records = calls.map(({ lane, place, request }): RequestRecord => {
    const copy = structuredClone(tokenize(request));
    applyProfile(copy);
    return { type: 'request', lane, place, request: copy };
  });
  const requests = { name: REQUESTS_FILE, text: formatJsonl([header, ...records]) };
  if (headerClass === undefined) return { requests };
  return {
    requests,
    systemPrompt: { name: SYSTEM_PROMPT_FILE, text: first.system },
    toolSchemas: { name: TOOL_SCHEMAS_FILE, text: `${JSON.stringify(first.tools, null, 2)}\n` },
  };
}

/**
 * The call whose system prompt and tool schemas stand for all that are equal. On the wire a call for a title may come
 * before the conversation itself: it offers no tools.
 */
export function headerCall<One extends { request: AnyRequest }>(calls: readonly One[]): One | undefined {
  return calls.find(({ request }) => isWireRequest(request) && request.tools.length > 0) ?? calls[0];
}

function tokenizer(first: AnyRequest, counts: Counts): (request: AnyRequest) => AnyRequest {
  const tools = JSON.stringify(first.tools);
  return (request) => {
    const sameSystem = request.system === first.system;
    const sameTools = JSON.stringify(request.tools) === tools;
    counts.add(RULES.system.name, RULES.system.reason, Number(sameSystem));
    counts.add(RULES.tools.name, RULES.tools.reason, Number(sameTools));
    return { ...request, ...(sameSystem && { system: '{{system}}' }), ...(sameTools && { tools: '{{tools}}' as const }) };
  };
}
