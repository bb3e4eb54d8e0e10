import { driveErrors } from '../errors/index.js';
import type { RequestOp } from '../schema/index.js';
import { bindTokens, type InputBindings } from './bind.js';
import { METHODS } from './methods.js';

export interface WireRequest {
  method: string;
  params: Record<string, unknown>;
}

export interface RequestDefaults extends InputBindings {
  clientInfo: Record<string, unknown>;
}

/** What the client announces where the input says nothing else. */
export const DEFAULT_CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };

type Params = Record<string, unknown>;
type Context = Pick<RequestDefaults, 'cwd' | 'clientInfo'> & { sessionId: (alias: string, literal?: string) => string };
type Builders = { [Op in RequestOp['op']]: (op: Extract<RequestOp, { op: Op }>, context: Context) => WireRequest };

const to = (method: string, params: Params): WireRequest => ({ method, params });

const BUILDERS: Builders = {
  initialize: ({ protocolVersion, clientCapabilities = DEFAULT_CAPABILITIES, clientInfo }, context) =>
    to(METHODS.initialize, { protocolVersion, clientCapabilities, clientInfo: clientInfo ?? context.clientInfo }),
  authenticate: ({ methodId }) => to(METHODS.authenticate, { methodId }),
  new_session: ({ mcpServers }, { cwd }) => to(METHODS.sessionNew, { cwd, mcpServers }),
  load_session: ({ session, id, mcpServers }, { cwd, sessionId }) =>
    to(METHODS.sessionLoad, { sessionId: sessionId(session, id), cwd, mcpServers }),
  resume_session: ({ session, id, mcpServers }, { cwd, sessionId }) =>
    to(METHODS.sessionResume, { sessionId: sessionId(session, id), cwd, mcpServers }),
  list_sessions: ({ cursor }) => to(METHODS.sessionList, cursor === undefined ? {} : { cursor }),
  close_session: ({ session }, { sessionId }) => to(METHODS.sessionClose, { sessionId: sessionId(session) }),
  set_mode: ({ session, mode }, { sessionId }) => to(METHODS.sessionSetMode, { sessionId: sessionId(session), modeId: mode }),
  set_config_option: ({ session, option, value }, { sessionId }) =>
    to(METHODS.sessionSetConfigOption, {
      sessionId: sessionId(session),
      configId: option,
      ...(typeof value === 'boolean' ? { type: 'boolean' } : {}),
      value,
    }),
  prompt: ({ session, text, content = [] }, { sessionId }) =>
    to(METHODS.sessionPrompt, {
      sessionId: sessionId(session),
      prompt: [...(text === undefined ? [] : [{ type: 'text', text }]), ...content],
    }),
  request: ({ method, params }) => to(method, params),
};

/** The request on the wire that an op of the input stands for, its tokens bound. */
export function requestOf(op: RequestOp, { cwd, sessions, clientInfo }: RequestDefaults, at: string): WireRequest {
  const sessionId = (alias: string, literal = sessions.get(alias)) => {
    if (literal === undefined) throw driveErrors.unknownSession(at, alias, [...sessions.keys()]);
    return literal;
  };
  const build = BUILDERS[op.op] as (op: RequestOp, context: Context) => WireRequest;
  const { method, params } = build(op, { cwd, clientInfo, sessionId });
  return { method, params: bindTokens(params, { cwd, sessions }, at) };
}
