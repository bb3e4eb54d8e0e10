import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeSecret } from '../redact/index.js';
import { findPin, type Pin, type Scenario } from '../scenario/index.js';
import { compareSurface } from '../surfaces/index.js';
import type { Run } from './run.js';
import type { Staged } from './stage.js';

/** Where the replay shows something else than the live run did: by redaction, or because the agent is not deterministic. */
export function notesOf({ redacted }: Staged, live: Run, replay: Run): string[] {
  const notes = redacted.map((finding) => `redacted: ${describeSecret(finding)}`);
  for (const actual of replay.surfaces) {
    const ran = live.surfaces.find(({ surface }) => surface === actual.surface);
    if (!ran || ran.status !== 'captured' || actual.surface === 'conformance') continue;
    const { status } = compareSurface(actual, new Map(ran.files.map(({ name, content }) => [name, content])), {
      scenario: live.scenario.name,
    });
    if (status === 'changed') notes.push(`${actual.surface}: the replay differs from the live run; the replay was written`);
  }
  return notes;
}

/** The class's pin lies in another scenario: it may be missing, or hold another prompt. */
export async function pinNote({ header }: Scenario, folder: string, staged: Pin | undefined): Promise<string[]> {
  const { headerClass, pin } = header;
  if (pin || headerClass === undefined || !staged) return [];
  const found = await findPin(folder, headerClass).catch(() => undefined);
  if (!found) return [`no scenario pins header class "${headerClass}" yet: record one with "pin":true`];
  const differing: string[] = [];
  for (const key of ['system', 'tools'] as const) {
    const committed = await readFile(found[key], 'utf8').catch(() => undefined);
    if (committed !== (await readFile(staged[key], 'utf8'))) differing.push(basename(found[key]));
  }
  return differing.length === 0
    ? []
    : [`record or refresh ${found.scenario} too: its ${differing.join(' and ')} differ from what this recording sent`];
}
