import { updateReplayMisspelt } from '../errors/mode.js';

/** Playwright's `updateSnapshots`: `default` is what holds without a flag. */
export type UpdateMode = 'all' | 'changed' | 'missing' | 'none' | 'default';

/**
 * The run mode of a `playwright test` run: `refresh` where Playwright was told to update (`--update-snapshots`, that is
 * `all` or `changed`) or `UPDATE_REPLAY=1` is set, else `replay`. `record` is a command of its own and never comes from here.
 *
 * @throws AcpError `ACP_MODE_UPDATE_REPLAY` where the variable holds anything but `1`, `0` or nothing.
 */
export function resolveRunMode(
  environment: Readonly<Record<string, string | undefined>>,
  updateSnapshots: UpdateMode,
): 'replay' | 'refresh' {
  const mode = resolveUpdateMode(environment, updateSnapshots);
  return mode === 'all' || mode === 'changed' ? 'refresh' : 'replay';
}

/**
 * The update mode that holds once `UPDATE_REPLAY` is read: with `UPDATE_REPLAY=1` it is `changed`, unless Playwright was asked for `all`.
 *
 * @throws AcpError `ACP_MODE_UPDATE_REPLAY`, as {@link resolveRunMode}.
 */
export function resolveUpdateMode(environment: Readonly<Record<string, string | undefined>>, updateSnapshots: UpdateMode): UpdateMode {
  const value = environment['UPDATE_REPLAY'] ?? '';
  if (value === '1') return updateSnapshots === 'all' ? 'all' : 'changed';
  if (value === '' || value === '0') return updateSnapshots;
  throw updateReplayMisspelt(value);
}
