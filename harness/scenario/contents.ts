import { join } from 'node:path';
import { parseCassette } from '../cassette/index.js';
import { parseJsonl } from '../jsonl/index.js';
import { deriveReplayScript } from '../replay/derive.js';
import { parseSessionLog } from '../replay/session-log.js';
import type { AcpError } from '../errors/acp-error.js';
import { attempt, throwIt, type Complain } from '../errors/complain.js';
import { scenarioErrors } from '../errors/scenario.js';
import {
  faultRecord,
  outcome,
  replayOverride,
  modelRequestRecord,
  transcriptRecord,
  wireRequestRecord,
  type FIXTURE_KINDS,
  type InputHeader,
} from '../schema/index.js';
import { UNCOMPILED } from '../schema/uncompiled.js';
import { checkHeader } from './input.js';
import { CASSETTE, FAULTS, laneOf, OVERRIDE } from './inventory.js';
import { issueError, shorten } from './issues.js';
import type { Scenario } from './scenario.js';
import { decodeText, parseJson, readText, refuseConflictMarkers } from './text.js';

type FixtureKind = (typeof FIXTURE_KINDS)[number];

/** Checks what stands in every file of ours and in the session logs, so that a damaged file is named as such and not as a change of the agent. */
export async function checkContents(scenario: Scenario, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!isOurs(name)) continue;
    const file = join(scenario.dir, name);
    const read = scenario.files.expected.get(name) ?? scenario.files.logs.get(name);
    checkContent(name, read ? decodeText(read, file) : await readText(file), file, scenario);
  }
}

/** Whether the form of a file is ours to say: not that of seeds, nor of what a run left in the workspace. */
export function isOurs(name: string): boolean {
  return laneOf(name) !== undefined || Object.hasOwn(CHECKS, name);
}

interface Owner {
  readonly name: string;
  readonly header: Pick<InputHeader, 'seam'>;
}
type Check = (text: string, file: string, scenario: Owner, complain: Complain) => void;

const CHECKS: Readonly<Record<string, Check>> = {
  'transcript.expected.jsonl': (text, file, { name }, complain) => checkFixture(text, file, 'transcript', name, complain, transcriptRecord),
  'requests.expected.jsonl': (text, file, { name, header }, complain) =>
    checkFixture(text, file, 'requests', name, complain, header.seam === 'provider' ? wireRequestRecord : modelRequestRecord),
  [CASSETTE]: (text, file, { name }, complain) => {
    let isSound = true;
    checkFixture(text, file, 'provider-replay', name, (error) => {
      isSound = false;
      complain(error);
    });
    // A file of another kind is told as that, and not by its records too.
    if (isSound) attempt(() => void parseCassette(text, file), complain);
  },
  [FAULTS]: (text, file, { name }, complain) => checkFixture(text, file, 'faults', name, complain, faultRecord),
  'outcome.expected.json': (text, file) => checkJson(text, file, outcome),
  'tool-schemas.expected.json': (text, file) => void parseJson(text, file),
  'system-prompt.expected.md': (text, file) => refuseConflictMarkers(text, file),
  [OVERRIDE]: (text, file) => checkJson(text, file, replayOverride),
};

/** Checks one file whose form {@link isOurs}; with `complain` it goes on after a bad record. */
export function checkContent(name: string, text: string, file: string, scenario: Owner, complain: Complain = throwIt): void {
  attempt(() => {
    if (laneOf(name) === undefined) CHECKS[name]!(text, file, scenario, complain);
    else if (name.includes('.expected.')) checkFixture(text, file, 'session', scenario.name, complain);
    else checkSessionLog(text, file, scenario.header.seam);
  }, complain);
}

/** The agent's own artifact: its own version record is checked by its parser. */
function checkSessionLog(text: string, file: string, seam: InputHeader['seam']): void {
  if (text.trim() === '') throw scenarioErrors.fileEmpty(file);
  const log = parseSessionLog(text, file);
  if (seam !== 'none') return;
  const calls = deriveReplayScript(log, file).length;
  if (calls > 0) throw callsInSeamNone(file, calls);
}

export function callsInSeamNone(file: string, calls: number): AcpError {
  return scenarioErrors.rule(
    { file },
    `The scenario's seam is "none", its log holds ${calls} model calls.`,
    'write "seam":"session" in the header of input.jsonl, or record it again',
  );
}

interface Schema {
  safeParse: (value: unknown, context: typeof UNCOMPILED) => { success: boolean; error?: unknown };
}

function checkFixture(text: string, file: string, kind: FixtureKind, name: string, complain: Complain, record?: Schema): void {
  if (text.trim() === '') throw scenarioErrors.fileEmpty(file);
  const [first, ...rest] = parseJsonl(text, file);
  const place = { file, line: first!.line };
  attempt(() => {
    checkHeader(first!.value, place, kind);
    const owner = (first!.value as { scenario?: unknown }).scenario;
    if (owner !== name) throw scenarioErrors.nameDiffers(place, String(owner), name);
  }, complain);
  if (record) for (const { line, value } of rest) attempt(() => checkRecord(record, value, file, line), complain);
}

function checkJson(text: string, file: string, schema: Schema): void {
  const value = parseJson(text, file);
  const version = (value as { schema?: unknown } | null)?.schema;
  if (version !== undefined && version !== 1) throw scenarioErrors.schemaVersion({ file }, shorten(version));
  checkRecord(schema, value, file);
}

function checkRecord(schema: Schema, value: unknown, file: string, line?: number): void {
  const parsed = schema.safeParse(value, UNCOMPILED);
  if (!parsed.success)
    throw issueError(parsed.error as Parameters<typeof issueError>[0], value, line === undefined ? { file } : { file, line }, {
      what: 'the record',
      keys: [],
    });
}
