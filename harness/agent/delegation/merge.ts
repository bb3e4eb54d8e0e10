import type { Session } from '../session/session.js';
import { flush, HalfFlushed } from './flush.js';
import { planMerge } from './merge-plan.js';
import { readTree } from './tree.js';
import type { Workspace } from './workspace.js';

/** How a merge ended. `recovery_required`: the flush was interrupted; every copy is kept. */
export type MergeOutcome = { kind: 'merged' } | { kind: 'failed' | 'recovery_required'; message: string };

/** Whose work is merged, as events of the parent's log name it. */
export type MergeFacts = Record<string, unknown> & { childSession: string };

/**
 * Merges a sub-agent's copy into its parent's folder. The parent's log is the journal: `merge/started` holds each path
 * with its state before and after, and where no `merge/ended` follows the flush was interrupted.
 *
 * @returns what the parent's model is told, and whether the copy may go
 */
export async function mergeInto(
  parent: Session,
  root: string,
  { work, base }: Workspace,
  facts: MergeFacts,
): Promise<{ note: string; done: boolean }> {
  const [was, theirs, ours] = await Promise.all([readTree(base), readTree(work), readTree(root)]);
  const { changes, conflicts } = planMerge({ base: was, theirs, ours });
  if (changes.length === 0 && conflicts.length === 0) return { note: '', done: true };
  parent.record({ type: 'merge/started', data: { ...facts, changes, conflicts } });
  const outcome = await flushed({ changes, work, root, session: facts.childSession });
  parent.record({ type: 'merge/ended', data: { ...facts, outcome } });
  const paths = changes.map(({ path }) => path);
  return {
    note: [changesNote(paths, outcome), conflictsNote(conflicts)].filter(Boolean).join('\n'),
    done: outcome.kind !== 'recovery_required',
  };
}

async function flushed(job: Parameters<typeof flush>[0]): Promise<MergeOutcome> {
  try {
    await flush(job);
    return { kind: 'merged' };
  } catch (error) {
    return { kind: error instanceof HalfFlushed ? 'recovery_required' : 'failed', message: (error as Error).message };
  }
}

function changesNote(paths: readonly string[], outcome: MergeOutcome): string {
  if (paths.length === 0) return '';
  const list = paths.join(', ');
  switch (outcome.kind) {
    case 'merged':
      return `(Merged into the folder: ${list})`;
    case 'failed':
      return `(Not merged, and nothing in the folder was changed: ${outcome.message}. It is about: ${list})`;
    default:
      return `(The merge was interrupted: ${outcome.message}. The folder may hold a part of it; the sub-agent's copy is kept. It is about: ${list})`;
  }
}

const conflictsNote = (paths: readonly string[]): string =>
  paths.length === 0
    ? ''
    : `(Conflict, not merged: the folder has changed there too since the sub-agent began, and is left as it was: ${paths.join(', ')})`;
