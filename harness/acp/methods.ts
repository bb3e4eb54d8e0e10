/** The method names of ACP version 1 that the harness itself sends or answers. No floor above names one. */
export const METHODS = {
  initialize: 'initialize',
  authenticate: 'authenticate',
  sessionNew: 'session/new',
  sessionLoad: 'session/load',
  sessionResume: 'session/resume',
  sessionList: 'session/list',
  sessionClose: 'session/close',
  sessionSetMode: 'session/set_mode',
  sessionSetConfigOption: 'session/set_config_option',
  sessionPrompt: 'session/prompt',
  sessionCancel: 'session/cancel',
  sessionUpdate: 'session/update',
  requestPermission: 'session/request_permission',
  readTextFile: 'fs/read_text_file',
  writeTextFile: 'fs/write_text_file',
  cancelRequest: '$/cancel_request',
} as const;

/** JSON-RPC error codes the client answers with. */
export const ERROR_CODES = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  cancelled: -32800,
  notFound: -32002,
} as const;

export const PROTOCOL_VERSION = 1;
