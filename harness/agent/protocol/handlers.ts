import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';
import type * as acp from '@agentclientprotocol/sdk';
import { AcpError } from '../../errors/acp-error.js';
import { BlobServer } from '../blobs/blob-server.js';
import type { AgentConfig } from '../config/config.js';
import { createDelegate } from '../delegation/delegate.js';
import { withClientFiles } from '../executor/client-files.js';
import { withClientTerminals } from '../executor/client-terminal.js';
import { localExecutor } from '../executor/local.js';
import { createStream } from '../llm/provider.js';
import type { LogEvent } from '../log/event.js';
import { runTurn } from '../loop/turn.js';
import { createSession, openStored } from '../session/open.js';
import { isMode, MODE_OPTION, modeState, offers } from '../session/options.js';
import type { Session } from '../session/session.js';
import { createUpdates } from '../session/updates.js';
import { createClient } from './client.js';
import { COMMANDS, runCommand } from './commands.js';
import { listSessions } from './list-sessions.js';
import { promptAnswer } from './prompt-answer.js';
import { turnInput } from './prompt-content.js';

export interface OpenBlobRequest {
  sessionId: string;
  blobId: string;
}

/** What each request of a client about sessions does. */
export type SessionHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(config: AgentConfig, context: acp.AgentContext, capabilities: () => acp.ClientCapabilities) {
  const client = createClient(context, capabilities);
  const stream = createStream(config.provider);
  const sessions = new Map<string, Session>();
  const blobs = new BlobServer();

  const known = (sessionId: string): Session => {
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  };

  const setup = (session: Session): { modes: acp.SessionModeState; configOptions: acp.SessionConfigOption[] } => {
    sessions.set(session.id, session);
    // After the response: a client does not know the session before.
    setImmediate(() => session.send({ sessionUpdate: 'available_commands_update', availableCommands: [...COMMANDS] }));
    return { modes: modeState(session.state), configOptions: session.options() };
  };

  const reopen = async ({
    sessionId,
    cwd,
    ...rest
  }: acp.LoadSessionRequest | acp.ResumeSessionRequest): Promise<{ session: Session; history: LogEvent[] }> => {
    checkSetup({ cwd, ...rest });
    // A session that is open here goes on from its log as well: there is no second truth.
    await sessions.get(sessionId)?.close();
    const opened = openStored(sessionId, cwd, config, client);
    if (!opened) throw RequestError.sessionNotFound(sessionId);
    return opened;
  };

  const changeMode = (session: Session, mode: string): void => {
    if (!isMode(mode)) throw RequestError.invalidParams({ modeId: mode }, `there is no mode "${mode}"`);
    if (mode !== session.state.mode) session.record({ type: 'session/mode', data: { mode, source: 'client' } });
  };

  return {
    newSession(params: acp.NewSessionRequest): acp.NewSessionResponse {
      checkSetup(params);
      const session = createSession(params.cwd, config, client);
      return { sessionId: session.id, ...setup(session) };
    },

    async loadSession(params: acp.LoadSessionRequest): Promise<acp.LoadSessionResponse> {
      const { session, history } = await reopen(params);
      const updatesOf = createUpdates({
        session: session.id,
        live: false,
        cwd: () => session.state.cwd,
        contextWindow: config.provider.facts.contextWindow,
        configOptions: () => session.options(),
        waits: () => false,
      });
      for (const event of history) for (const update of updatesOf(event)) session.send(update);
      await session.sent();
      return setup(session);
    },

    async resumeSession(params: acp.ResumeSessionRequest): Promise<acp.ResumeSessionResponse> {
      return setup((await reopen(params)).session);
    },

    listSessions,

    async closeSession({ sessionId }: acp.CloseSessionRequest): Promise<acp.CloseSessionResponse> {
      await known(sessionId).close();
      sessions.delete(sessionId);
      return {};
    },

    setMode({ sessionId, modeId }: acp.SetSessionModeRequest): acp.SetSessionModeResponse {
      changeMode(known(sessionId), modeId);
      return {};
    },

    setConfigOption({ sessionId, configId, value }: acp.SetSessionConfigOptionRequest): acp.SetSessionConfigOptionResponse {
      const session = known(sessionId);
      const options = session.options();
      if (!offers(options, configId, value))
        throw RequestError.invalidParams({ configId, value }, `the option "${configId}" does not offer this value`);
      if (configId === MODE_OPTION) changeMode(session, value as string);
      else if (options.find((option) => option.id === configId)?.currentValue !== value)
        session.record({ type: 'session/config', data: { option: configId, value } });
      return { configOptions: session.options() };
    },

    async prompt({ sessionId, prompt }: acp.PromptRequest, request: AbortSignal): Promise<acp.PromptResponse> {
      const session = known(sessionId);
      if (session.isRunning) throw RequestError.invalidRequest({ sessionId }, 'a prompt is running in this session');
      if (runCommand(session, prompt)) return { stopReason: 'end_turn' };
      const input = turnInput(prompt, config.provider.facts.modalities);
      const stop = (): void => session.abort();
      request.addEventListener('abort', stop, { once: true });
      const reason = await session.run((signal) => {
        const files = withClientFiles(localExecutor, client.files(sessionId, signal));
        const executor = withClientTerminals(files, client.terminals(sessionId));
        const delegate = createDelegate({ session, stream, root: session.state.cwd });
        return runTurn({ session, stream, executor, signal, delegate }, input);
      });
      return promptAnswer(reason);
    },

    cancel({ sessionId }: acp.CancelNotification): void {
      sessions.get(sessionId)?.abort();
    },

    /** An extension: a URL that streams the whole of an output which the log names by its hash. */
    async openBlob({ sessionId, blobId }: OpenBlobRequest): Promise<{ url: string; bytes: number }> {
      const session = known(sessionId);
      try {
        const { bytes } = await session.blobs.check(blobId);
        return {
          url: await blobs.share({
            store: session.blobs,
            blobId,
            onRead: (read) => session.note({ type: 'blob/read', data: { ...read } }),
          }),
          bytes,
        };
      } catch (error) {
        if (error instanceof AcpError) throw RequestError.invalidParams({ code: error.code, blobId }, error.message);
        throw error;
      }
    },

    async closeAll(): Promise<void> {
      await blobs.close();
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}

function checkSetup({
  cwd,
  mcpServers,
  additionalDirectories,
}: Pick<acp.NewSessionRequest, 'cwd' | 'additionalDirectories'> & { mcpServers?: acp.McpServer[] }): void {
  if (mcpServers && mcpServers.length > 0)
    throw RequestError.invalidParams({ mcpServers: mcpServers.length }, 'this agent uses no MCP servers; send an empty list');
  if (additionalDirectories && additionalDirectories.length > 0)
    throw RequestError.invalidParams({ additionalDirectories: additionalDirectories.length }, 'this agent takes no additional directories');
  if (!isAbsolute(cwd) || !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw RequestError.invalidParams({ cwd }, 'cwd must be the absolute path of a folder');
}
