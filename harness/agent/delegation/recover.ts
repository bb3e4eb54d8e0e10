import { copyFile, lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { agentRecovery } from '../../errors/agent.js';
import type { AgentConfig } from '../config/config.js';
import type { LogEvent } from '../log/event.js';
import type { Client } from '../session/client.js';
import { openStored } from '../session/open.js';
import { workspaceFolder } from '../session/store.js';
import { readyName } from './flush.js';
import type { MergeChange } from './merge-plan.js';
import { stateOf } from './tree.js';

/** `finish` brings what is missing of the merge into the folder; `abandon` puts back what was there before it. */
export type RecoveryAction = 'finish' | 'abandon';

/** What became of one path. `kept`: it is in neither of the two states by now, so that it was left alone. */
export interface RecoveredPath {
  path: string;
  outcome: 'done already' | 'done' | 'kept';
}

const NOBODY: Client = {
  update: async () => undefined,
  requestPermission: async () => ({ outcome: 'cancelled' }),
  files: () => ({}),
  terminals: () => undefined,
};

/**
 * Ends the interrupted merges of a session, as its log tells of them, and lets the copies go. Each path is looked at
 * anew: only one that stands in the journal's other state is written.
 *
 * @throws AcpError `ACP_AGENT_RECOVERY` where there is no such session, or nothing to recover in it.
 */
export async function recoverSession(sessionId: string, action: RecoveryAction, config: AgentConfig): Promise<RecoveredPath[]> {
  // Opening it settles what the last process left open, and says in the log that recovery is required.
  const opened = openStored(sessionId, undefined, config, NOBODY);
  if (!opened) throw agentRecovery(sessionId, 'there is no such session');
  const { session, history } = opened;
  const merges = interrupted(history);
  if (merges.length === 0) {
    session.log.close();
    throw agentRecovery(sessionId, 'no merge of it was interrupted');
  }
  const paths: RecoveredPath[] = [];
  for (const { data } of merges) {
    const { turn, step, callId, name, childSession } = data as Record<string, unknown> & { childSession: string };
    const recovered: RecoveredPath[] = [];
    for (const change of data['changes'] as MergeChange[])
      recovered.push({ path: change.path, outcome: await recover(change, action, session.state.cwd, childSession) });
    session.record({ type: 'merge/recovered', data: { turn, step, callId, name, childSession, action, paths: recovered } });
    paths.push(...recovered);
  }
  for (const { session: child } of session.state.subagents) await rm(workspaceFolder(child), { recursive: true, force: true });
  session.log.close();
  return paths;
}

/** `merge/started` of each merge whose flush was interrupted and not recovered since. */
export function interrupted(events: readonly LogEvent[]): LogEvent[] {
  const started = new Map<unknown, LogEvent>();
  const required = new Map<unknown, LogEvent>();
  for (const event of events) {
    const child = event.data['childSession'];
    if (event.type === 'merge/started') started.set(child, event);
    else if (event.type === 'merge/recovered') required.delete(child);
    else if (event.type === 'merge/ended' && (event.data['outcome'] as { kind: string }).kind === 'recovery_required')
      required.set(child, started.get(child) as LogEvent);
  }
  return [...required.values()];
}

async function recover(
  { path, before, after }: MergeChange,
  action: RecoveryAction,
  root: string,
  child: string,
): Promise<RecoveredPath['outcome']> {
  const ready = join(root, dirname(path), readyName(path, child));
  await rm(ready, { force: true });
  const [wanted, other, copy] = action === 'finish' ? [after, before, 'work'] : [before, after, 'base'];
  const is = (await stateOf(join(root, path))) ?? null;
  if (is === wanted) return 'done already';
  const source = join(workspaceFolder(child), copy, path);
  if (is !== other || (wanted !== null && (await stateOf(source)) !== wanted)) return 'kept';
  if (wanted === null) await rm(join(root, path), { force: true });
  else await replace(source, ready, join(root, path));
  return 'done';
}

async function replace(source: string, ready: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  if ((await lstat(source)).isSymbolicLink()) await symlink(await readlink(source), ready);
  else await copyFile(source, ready);
  await rename(ready, target);
}
