import { overrideMisfit } from '../errors/replay.js';
import type { ReplayEntry, ReplayOverride } from '../schema/replay.js';

/**
 * Puts the entries of `replay.override.json` in place of derived ones. A plain list replaces lane 1 whole; a patch
 * replaces one entry, or follows the last one where its index is the lane's length. The script handed in stays as it is.
 *
 * @throws AcpError `ACP_REPLAY_OVERRIDE` for a lane or an index the script does not have.
 */
export function applyOverride(script: readonly (readonly ReplayEntry[])[], override: ReplayOverride): ReplayEntry[][] {
  const lanes = script.map((lane) => [...lane]);
  if (Array.isArray(override)) {
    lanes[0] = [...override];
    return lanes;
  }
  for (const { lane, index, entry } of override.patches) {
    const entries = lanes[lane - 1];
    if (!entries)
      throw overrideMisfit(`a patch names lane ${lane}; there ${lanes.length === 1 ? 'is 1 lane' : `are ${lanes.length} lanes`}.`);
    if (index > entries.length)
      throw overrideMisfit(`a patch names index ${index} of lane ${lane}, which holds ${entries.length} entries.`);
    entries[index] = entry;
  }
  return lanes;
}
