import { join } from 'node:path';
import { scenarioErrors } from '../errors/scenario.js';
import { SURFACES, type InputHeader, type SurfaceId } from '../schema/index.js';
import { CASSETTE, FAULTS, laneOf, OVERRIDE, SEED, WORKSPACE_EXPECTED } from './inventory.js';
import { nearest } from './nearest.js';

/** Expected files with a fixed name, and the surface each belongs to. */
const EXPECTED_FILES: Readonly<Record<string, SurfaceId>> = {
  'transcript.expected.jsonl': 'transcript',
  'requests.expected.jsonl': 'requests',
  'outcome.expected.json': 'outcome',
  'system-prompt.expected.md': 'system-prompt',
  'tool-schemas.expected.json': 'tool-schemas',
};

/** The surfaces a scenario declares: all, where its header does not name some. */
export function declaredSurfaces(header: InputHeader): SurfaceId[] {
  return SURFACES.filter((surface) => header.surfaces?.only.includes(surface) ?? true);
}

/** The surface an expected file belongs to; undefined for input, replay source, override, seed and strangers. */
export function surfaceOf(name: string): SurfaceId | undefined {
  if (name.startsWith(`${WORKSPACE_EXPECTED}/`)) return 'workspace';
  if (laneOf(name) !== undefined && name.includes('.expected.')) return 'session-log';
  return Object.hasOwn(EXPECTED_FILES, name) ? EXPECTED_FILES[name] : undefined;
}

/** Refuses a file that is unknown, or that the header does not declare. The directory is the inventory. */
export function checkDeclared(dir: string, name: string, header: InputHeader): void {
  const file = join(dir, name);
  if (name === 'input.jsonl' || name.startsWith(`${SEED}/`)) return;
  if (name === OVERRIDE) {
    if (header.overridden) return;
    throw scenarioErrors.undeclaredFile(
      file,
      'The override is not declared.',
      'write "overridden":{"reason":…} in the header of input.jsonl, or remove the file',
    );
  }
  if (name === CASSETTE) {
    if (header.seam === 'provider') return;
    throw scenarioErrors.undeclaredFile(
      file,
      `The scenario's seam is "${header.seam}": it has no cassette.`,
      'write "seam":"provider", or remove the file',
    );
  }
  if (name === FAULTS) {
    if (header.seam !== 'none') return;
    throw scenarioErrors.undeclaredFile(file, 'The scenario\'s seam is "none": it has no provider that could fail.', 'remove the file');
  }
  const surface = surfaceOf(name);
  if (surface === undefined) return checkSource(file, name, header);
  if (!declaredSurfaces(header).includes(surface))
    throw scenarioErrors.undeclaredFile(
      file,
      `The header does not declare the surface "${surface}".`,
      'declare it in "surfaces", or remove the file',
    );
  if ((surface === 'system-prompt' || surface === 'tool-schemas') && !header.pin)
    throw scenarioErrors.undeclaredFile(
      file,
      'Only the pin of a header class holds this file.',
      'write "pin":true and "headerClass" in the header, or remove the file',
    );
}

function checkSource(file: string, name: string, header: InputHeader): void {
  if (laneOf(name) === undefined)
    throw scenarioErrors.unknownFile(
      file,
      nearest(name, ['input.jsonl', 'session.jsonl', 'session.expected.jsonl', OVERRIDE, CASSETTE, FAULTS, ...Object.keys(EXPECTED_FILES)]),
    );
  if (header.seam === 'provider')
    throw scenarioErrors.undeclaredFile(
      file,
      'In the provider seam the log is an expected file only.',
      'rename it to session.expected.jsonl, or remove it',
    );
}
