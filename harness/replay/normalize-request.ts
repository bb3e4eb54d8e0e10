import { badRequest } from '../errors/replay.js';
import { createCounts, createPathNormalizer } from '../normalize/index.js';
import { redactText } from '../redact/index.js';
import { modelRequest, type Message, type MessageBlock, type ModelRequest } from '../schema/model-request.js';
import type { ReplayPlan } from '../schema/replay.js';
import { replaceInStrings } from './pieces.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

/** Numbers tool call ids first-seen; `createTokens()` is one. One per lane. */
export interface CallTokens {
  token(kind: 'call', value: string): string;
}

/** Makes model requests comparable between runs; see {@link normalizeRequest}. */
export type RequestNormalizer = (request: ModelRequest, tokens: CallTokens) => ModelRequest;

/**
 * The normalized form of a model request: folders of the run become `{{cwd}}`, `{{home}}`, `{{tmp}}`; ids of tool calls
 * become `{{call#1}}`, first-seen per lane, in tool-call and tool-result blocks and never in free text. What has the
 * shape of a secret is redacted, and so are home directory, user and host of the machine, because a request is written
 * to disk: here and in what is recorded, so that a redacted request still matches. Image data and signatures stay as they are.
 *
 * @throws AcpError `ACP_REPLAY_REQUEST` where it is no model request.
 */
export function normalizeRequest(
  request: ModelRequest,
  bindings: ReplayPlan['bindings'],
  tokens: CallTokens,
  identity?: ReplayPlan['identity'],
): ModelRequest {
  return createRequestNormalizer(bindings, identity)(request, tokens);
}

/** As {@link normalizeRequest}, for many requests of one run. */
export function createRequestNormalizer(bindings: ReplayPlan['bindings'], identity?: ReplayPlan['identity']): RequestNormalizer {
  const normalizePaths = createPathNormalizer(bindings, createCounts());
  const secrets = { canaries: [], ...(identity && { identity }) };
  // Paths first: the sandbox may lie in the home directory.
  const text = (value: string): string => redactText(normalizePaths(value), secrets).text;

  const block = (value: MessageBlock, tokens: CallTokens): MessageBlock => {
    if (value.type === 'image') return value;
    if (value.type === 'tool-call') return { ...value, id: tokens.token('call', value.id), arguments: text(value.arguments) };
    if (value.type !== 'tool-result') return { ...value, text: text(value.text) };
    const content = value.content.map((part) => ({ ...part, text: text(part.text) }));
    return { ...value, toolCallId: tokens.token('call', value.toolCallId), content };
  };
  const message = ({ role, content }: Message, tokens: CallTokens): Message => ({
    role,
    content: content.map((value) => block(value, tokens)),
  });

  return (request, tokens) => {
    // The schema's fields and no others, as they will be read from the expected file.
    const parsed = modelRequest.safeParse(request, UNCOMPILED);
    if (!parsed.success) throw badRequest(parsed.error.issues[0]!);
    const { config, system, tools, messages } = parsed.data;
    return {
      config: replaceInStrings(config, text),
      system: text(system),
      tools: typeof tools === 'string' ? tools : replaceInStrings(tools, text),
      messages: messages.map((value) => message(value, tokens)),
    };
  };
}
