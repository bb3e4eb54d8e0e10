import type { RequestPermissionRequest, RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import type { ClientTerminals } from '../executor/client-terminal.js';
import type { ClientFiles } from '../executor/client-files.js';

/** The client as sessions see it. Nothing here throws because the connection has ended. */
export interface Client {
  /** Resolves once the update was handed to the transport. Updates arrive in the order of the calls. */
  update(sessionId: string, update: SessionUpdate): Promise<void>;
  /** Stops waiting when the signal aborts. */
  requestPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse['outcome']>;
  /** What the client offers of its own text files. */
  files(sessionId: string, signal: AbortSignal): ClientFiles;
  /** Nothing where the client offers no terminals. */
  terminals(sessionId: string): ClientTerminals | undefined;
}
