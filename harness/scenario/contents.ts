import { join } from 'node:path';
import { parseJsonl } from '../jsonl/index.js';
import { deriveReplayScript } from '../replay/derive.js';
import { parseSessionLog } from '../replay/session-log.js';
import { scenarioErrors } from '../errors/scenario.js';
import { outcome, replayOverride, requestRecord, transcriptRecord, type FIXTURE_KINDS } from '../schema/index.js';
import { checkHeader } from './input.js';
import { CASSETTE, laneOf, OVERRIDE } from './inventory.js';
import { issueError, shorten } from './issues.js';
import type { Scenario } from './scenario.js';
import { decodeText, parseJson, readText, refuseConflictMarkers } from './text.js';

type FixtureKind = (typeof FIXTURE_KINDS)[number];

/** Checks what stands in every file of ours and in the session logs, so that a damaged file is named as such and not as a change of the agent. */
export async function checkContents(scenario: Scenario, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(scenario.dir, name);
    const read = scenario.files.expected.get(name) ?? scenario.files.logs.get(name);
    const text = async () => (read ? decodeText(read, file) : readText(file));
    if (laneOf(name) !== undefined && !name.includes('.expected.')) checkSessionLog(await text(), file, scenario);
    else if (laneOf(name) !== undefined) checkFixture(await text(), file, 'session', scenario.name);
    else if (name === 'transcript.expected.jsonl') checkFixture(await text(), file, 'transcript', scenario.name, transcriptRecord);
    else if (name === 'requests.expected.jsonl') checkFixture(await text(), file, 'requests', scenario.name, requestRecord);
    else if (name === CASSETTE) checkFixture(await text(), file, 'provider-replay', scenario.name);
    else if (name === 'outcome.expected.json') checkJson(await text(), file, outcome);
    else if (name === 'tool-schemas.expected.json') parseJson(await text(), file);
    else if (name === 'system-prompt.expected.md') refuseConflictMarkers(await text(), file);
    else if (name === OVERRIDE) checkJson(await text(), file, replayOverride);
  }
}

/** The agent's own artifact: its own version record is checked by its parser. */
function checkSessionLog(text: string, file: string, scenario: Scenario): void {
  if (text.trim() === '') throw scenarioErrors.fileEmpty(file);
  const log = parseSessionLog(text, file);
  if (scenario.header.seam !== 'none') return;
  const calls = deriveReplayScript(log, file).length;
  if (calls > 0)
    throw scenarioErrors.rule(
      { file },
      `The scenario's seam is "none", its log holds ${calls} model calls.`,
      'write "seam":"session" in the header of input.jsonl, or record it again',
    );
}

interface Schema {
  safeParse: (value: unknown) => { success: boolean; error?: unknown };
}

function checkFixture(text: string, file: string, kind: FixtureKind, name: string, record?: Schema): void {
  if (text.trim() === '') throw scenarioErrors.fileEmpty(file);
  const [first, ...rest] = parseJsonl(text, file);
  const place = { file, line: first!.line };
  checkHeader(first!.value, place, kind);
  const owner = (first!.value as { scenario?: unknown }).scenario;
  if (owner !== name) throw scenarioErrors.nameDiffers(place, String(owner), name);
  if (record) for (const { line, value } of rest) checkRecord(record, value, file, line);
}

function checkJson(text: string, file: string, schema: Schema): void {
  const value = parseJson(text, file);
  const version = (value as { schema?: unknown } | null)?.schema;
  if (version !== undefined && version !== 1) throw scenarioErrors.schemaVersion({ file }, shorten(version));
  checkRecord(schema, value, file);
}

function checkRecord(schema: Schema, value: unknown, file: string, line?: number): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw issueError(parsed.error as Parameters<typeof issueError>[0], value, line === undefined ? { file } : { file, line }, {
      what: 'the record',
      keys: [],
    });
}
