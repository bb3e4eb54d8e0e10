import { Readable, Writable } from 'node:stream';
import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type ClientCapabilities,
  type InitializeResponse,
} from '@agentclientprotocol/sdk';
import { AGENT_NAME, VERSION } from '../version.js';
import type { AgentConfig } from '../config/config.js';
import type { OpenBlobRequest, SessionHandlers } from './handlers.js';

const AUTH_METHOD = 'api-key';

/** Extension: gives a URL on loopback that streams the whole of an output too long for the log. */
const OPEN_BLOB = '_reference-agent/open_blob';

/** Serves one client on stdin and stdout until stdin ends or the process is told to stop, then lets the process end. */
export async function serve(config: AgentConfig): Promise<void> {
  let capabilities: ClientCapabilities = {};
  let handlers: Promise<SessionHandlers> | undefined;
  // The handshake needs nothing of what a session needs, so that a client sees the agent as soon as it can answer.
  const load = (): Promise<SessionHandlers> =>
    (handlers ??= import('./handlers.js').then(({ createHandlers }) => createHandlers(config, connection.client, () => capabilities)));
  const { session } = methods.agent;

  const connection = agent({ name: AGENT_NAME })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return introduction(config);
    })
    .onRequest(methods.agent.authenticate, ({ params }) => {
      if (params.methodId !== AUTH_METHOD)
        throw RequestError.invalidParams({ methodId: params.methodId }, `the only auth method is "${AUTH_METHOD}"`);
      return {};
    })
    .onRequest(session.new, async ({ params }) => (await load()).newSession(params))
    .onRequest(session.load, async ({ params }) => (await load()).loadSession(params))
    .onRequest(session.resume, async ({ params }) => (await load()).resumeSession(params))
    .onRequest(session.list, async ({ params }) => (await load()).listSessions(params))
    .onRequest(session.close, async ({ params }) => (await load()).closeSession(params))
    .onRequest(session.setMode, async ({ params }) => (await load()).setMode(params))
    .onRequest(session.setConfigOption, async ({ params }) => (await load()).setConfigOption(params))
    .onRequest(session.prompt, async ({ params, signal }) => (await load()).prompt(params, signal))
    .onRequest(OPEN_BLOB, openBlobParams, async ({ params }) => (await load()).openBlob(params))
    .onNotification(session.cancel, async ({ params }) => (await load()).cancel(params))
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));

  let stoppedBy: NodeJS.Signals | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stoppedBy = signal;
      connection.close();
    });
  }
  await connection.closed;
  await (await handlers)?.closeAll();
  // Without a reader the process ends by itself; a signal keeps its meaning for whoever sent it.
  process.stdin.destroy();
  if (stoppedBy) process.kill(process.pid, stoppedBy);
}

function openBlobParams(params: unknown): OpenBlobRequest {
  const { sessionId, blobId } = (params ?? {}) as Record<string, unknown>;
  if (typeof sessionId !== 'string' || typeof blobId !== 'string')
    throw RequestError.invalidParams({}, `${OPEN_BLOB} needs sessionId and blobId`);
  return { sessionId, blobId };
}

function introduction({ provider }: AgentConfig): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: AGENT_NAME, title: 'Reference agent', version: VERSION },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: provider.facts.modalities.includes('image'), audio: false, embeddedContext: true },
      mcpCapabilities: { http: false, sse: false },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
    authMethods: [
      {
        id: AUTH_METHOD,
        name: 'API key',
        description: `Set ${provider.apiKeyEnv} in the environment, or in .env where the agent is started. It is read at the first model call.`,
      },
    ],
  };
}
