import { RequestError, type ListSessionsRequest, type ListSessionsResponse } from '@agentclientprotocol/sdk';
import { listStored } from '../session/store.js';

const PAGE = 50;

/** One page of the stored sessions. The cursor is the id of the last session of the page before. */
export function listSessions({ cwd, cursor }: ListSessionsRequest): ListSessionsResponse {
  const all = listStored().filter((session) => cwd === undefined || cwd === null || session.cwd === cwd);
  const before = typeof cursor === 'string' ? all.findIndex(({ sessionId }) => sessionId === cursor) : -1;
  if (typeof cursor === 'string' && before === -1) throw RequestError.invalidParams({ cursor }, 'no such cursor');
  const page = all.slice(before + 1, before + 1 + PAGE);
  const last = page.at(-1);
  return {
    sessions: page.map(({ sessionId, cwd: folder, title, updatedAt }) => ({
      sessionId,
      cwd: folder,
      ...(title === undefined ? {} : { title }),
      updatedAt: new Date(updatedAt).toISOString(),
    })),
    ...(last && before + 1 + PAGE < all.length ? { nextCursor: last.sessionId } : {}),
  };
}
