import { sessionLogErrors } from '../errors/session-logs.js';

/** Loads a package; a test hands in one that fails as a missing one does. */
export type Load = (name: string) => Promise<unknown>;

const load: Load = (name) => import(name);

/**
 * An optional peer, loaded only when a profile needs it.
 *
 * @throws AcpError `ACP_SESSION_LOG_PACKAGE` with the install command where it is not installed.
 */
export async function loadPeer(name: string, format: string, from: Load = load): Promise<Record<string, unknown>> {
  try {
    const loaded = (await from(name)) as Record<string, unknown> & { default?: Record<string, unknown> };
    // A CommonJS package: its names stand in `default` wherever Node cannot tell them.
    return { ...loaded.default, ...loaded };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw sessionLogErrors.peerMissing(name, format);
  }
}
