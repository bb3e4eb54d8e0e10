import { ERROR_CODES, METHODS } from './methods.js';
import type { PermissionDesk, PermissionRequest } from './permission-desk.js';
import type { createTerminals } from './terminals.js';
import { createWorkspaceFiles, RefusedRequest } from './workspace-files.js';

type Params = Readonly<Record<string, unknown>>;
type Answer = { result: unknown } | { error: { code: number; message: string } };

export interface AgentRequestsOptions {
  cwd: string;
  permissions: PermissionDesk;
  respond: (id: unknown, answer: Answer) => void;
  /** Absent where this client can offer none. */
  terminals?: ReturnType<typeof createTerminals>;
}

/** Receives what the agent asks or tells. Every request is answered: an agent that is left waiting hangs. */
export interface AgentRequests {
  receive(message: Params): void;
  announce(capabilities: Params): void;
  nameSession(id: string, alias: string): void;
}

export function createAgentRequests({ cwd, permissions, respond, terminals }: AgentRequestsOptions): AgentRequests {
  const aliases = new Map<string, string>();
  const tools = new Map<string, { title?: string; name?: string }>();
  const openPermissions = new Map<unknown, PermissionRequest>();
  const files = createWorkspaceFiles(cwd);
  let fs: Params = {};
  let offersTerminals = false;
  /** File requests are served one after the other, so that a read sees the write before it. */
  let fileQueue: Promise<void> = Promise.resolve();

  const sessionOf = (params: Params) => aliases.get(String(params['sessionId'])) ?? String(params['sessionId']);

  const serveFile = (id: unknown, serve: () => Promise<unknown>) => {
    fileQueue = answer(id, fileQueue.then(serve));
  };

  const answer = (id: unknown, served: Promise<unknown>): Promise<void> =>
    served.then(
      (result) => respond(id, { result }),
      (error: unknown) =>
        respond(id, {
          error: {
            code: error instanceof RefusedRequest ? error.code : ERROR_CODES.internal,
            message: error instanceof Error ? error.message : String(error),
          },
        }),
    );

  const askPermission = (id: unknown, params: Params) => {
    const request = readPermission(params, tools);
    if (request === undefined)
      return respond(id, { error: { code: ERROR_CODES.invalidParams, message: 'toolCall.toolCallId and options are required' } });
    const open: PermissionRequest = {
      ...request,
      session: sessionOf(params),
      respond(outcome) {
        openPermissions.delete(id);
        respond(id, { result: { outcome } });
      },
    };
    openPermissions.set(id, open);
    permissions.asked(open);
  };

  const onRequest = (id: unknown, method: string, params: Params) => {
    if (method === METHODS.requestPermission) return askPermission(id, params);
    if (method === METHODS.readTextFile && fs['readTextFile'] === true) return serveFile(id, () => files.read(params));
    if (method === METHODS.writeTextFile && fs['writeTextFile'] === true) return serveFile(id, () => files.write(params));
    const terminal = offersTerminals ? terminals?.handler(method) : undefined;
    if (terminal) return void answer(id, terminal(params));
    respond(id, { error: { code: ERROR_CODES.methodNotFound, message: `Method not found: ${method}` } });
  };

  const onNotification = (method: string, params: Params) => {
    if (method === METHODS.sessionUpdate) {
      const update = asObject(params['update']);
      const toolCallId = update['toolCallId'];
      if (typeof toolCallId !== 'string') return;
      rememberTool(tools, toolCallId, update);
      permissions.toolMoved(sessionOf(params), toolCallId);
    }
    if (method === METHODS.cancelRequest) {
      const request = openPermissions.get(params['requestId']);
      if (request === undefined || !permissions.withdraw(request)) return;
      openPermissions.delete(params['requestId']);
      respond(params['requestId'], { error: { code: ERROR_CODES.cancelled, message: 'Request cancelled' } });
    }
  };

  return {
    receive(message) {
      const method = String(message['method']);
      const params = asObject(message['params']);
      if ('id' in message) onRequest(message['id'], method, params);
      else onNotification(method, params);
    },
    announce(capabilities) {
      fs = asObject(capabilities['fs']);
      offersTerminals = capabilities['terminal'] === true;
    },
    nameSession: (id, alias) => void aliases.set(id, alias),
  };
}

const asObject = (value: unknown): Params => (value !== null && typeof value === 'object' ? (value as Params) : {});

function rememberTool(tools: Map<string, { title?: string; name?: string }>, id: string, call: Params): { title?: string; name?: string } {
  const known = tools.get(id) ?? {};
  if (typeof call['title'] === 'string') known.title = call['title'];
  if (typeof call['name'] === 'string') known.name = call['name'];
  tools.set(id, known);
  return known;
}

function readPermission(
  params: Params,
  tools: Map<string, { title?: string; name?: string }>,
): Omit<PermissionRequest, 'session' | 'respond'> | undefined {
  const call = asObject(params['toolCall']);
  const toolCallId = call['toolCallId'];
  const { options } = params;
  if (typeof toolCallId !== 'string' || !Array.isArray(options)) return undefined;
  // A request names its call by id alone; the title may stand in an earlier update.
  const earlier = tools.get(toolCallId)?.title;
  const { title, name } = rememberTool(tools, toolCallId, call);
  const read = options.map(asObject).map((option) => ({ optionId: String(option['optionId']), kind: String(option['kind']) }));
  return {
    toolCallId,
    titles: [...new Set([title, earlier].filter((one) => one !== undefined))],
    names: name === undefined ? [] : [name],
    options: read,
  };
}
