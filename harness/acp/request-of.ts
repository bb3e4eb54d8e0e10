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

/** The request on the wire that an op of the input stands for, its tokens bound. */
export function requestOf(op: RequestOp, defaults: RequestDefaults, at: string): WireRequest {
  const { method, params } = unbound(op, defaults, at);
  return { method, params: bindTokens(params, defaults, at) };
}

function unbound(op: RequestOp, defaults: RequestDefaults, at: string): WireRequest {
  const { cwd, sessions, clientInfo } = defaults;
  const sessionId = (alias: string, literal?: string) => {
    const id = literal ?? sessions.get(alias);
    if (id === undefined) throw driveErrors.unknownSession(at, alias, [...sessions.keys()]);
    return id;
  };
  switch (op.op) {
    case 'initialize':
      return {
        method: METHODS.initialize,
        params: {
          protocolVersion: op.protocolVersion,
          clientCapabilities: op.clientCapabilities ?? DEFAULT_CAPABILITIES,
          clientInfo: op.clientInfo ?? clientInfo,
        },
      };
    case 'authenticate':
      return { method: METHODS.authenticate, params: { methodId: op.methodId } };
    case 'new_session':
      return { method: METHODS.sessionNew, params: { cwd, mcpServers: op.mcpServers } };
    case 'load_session':
      return { method: METHODS.sessionLoad, params: { sessionId: sessionId(op.session, op.id), cwd, mcpServers: op.mcpServers } };
    case 'resume_session':
      return { method: METHODS.sessionResume, params: { sessionId: sessionId(op.session, op.id), cwd, mcpServers: op.mcpServers } };
    case 'list_sessions':
      return { method: METHODS.sessionList, params: op.cursor === undefined ? {} : { cursor: op.cursor } };
    case 'close_session':
      return { method: METHODS.sessionClose, params: { sessionId: sessionId(op.session) } };
    case 'set_mode':
      return { method: METHODS.sessionSetMode, params: { sessionId: sessionId(op.session), modeId: op.mode } };
    case 'set_config_option':
      return {
        method: METHODS.sessionSetConfigOption,
        params: {
          sessionId: sessionId(op.session),
          configId: op.option,
          ...(typeof op.value === 'boolean' ? { type: 'boolean' } : {}),
          value: op.value,
        },
      };
    case 'prompt':
      return {
        method: METHODS.sessionPrompt,
        params: {
          sessionId: sessionId(op.session),
          prompt: [...(op.text === undefined ? [] : [{ type: 'text', text: op.text }]), ...(op.content ?? [])],
        },
      };
    case 'request':
      return { method: op.method, params: op.params };
  }
}
