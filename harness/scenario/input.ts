import { parseJsonl } from '../jsonl/index.js';
import { scenarioErrors, type Place } from '../errors/scenario.js';
import { inputHeader, inputStep, requestOp, type InputHeader, type InputStep } from '../schema/index.js';
import { UNCOMPILED } from '../schema/uncompiled.js';
import { checkHeaderRules, checkSteps } from './input-rules.js';
import { issueError, shorten } from './issues.js';
import { nearest } from './nearest.js';
import type { ScenarioStep } from './scenario.js';

/** The parsed `input.jsonl`: its header and its steps with their lines. */
export interface Input {
  header: InputHeader;
  steps: ScenarioStep[];
}

const OPS = new Map(inputStep.options.map((option) => [option.shape.op.value as string, Object.keys(option.shape)]));
const REQUEST_OPS = new Map(requestOp.options.map((option) => [option.shape.op.value as string, Object.keys(option.shape)]));

/** Parses and checks the text of an `input.jsonl`. `directory` is the name of the scenario's folder. */
export function parseInput(text: string, file: string, directory: string): Input {
  if (text.trim() === '') throw scenarioErrors.fileEmpty(file);
  const [first, ...rest] = parseJsonl(text, file);
  const header = parseHeader(first!.value, { file, line: first!.line });
  if (header.scenario !== directory) throw scenarioErrors.nameDiffers({ file, line: first!.line }, header.scenario, directory);
  const steps = rest.map(({ line, value }) => ({ step: parseStep(value, { file, line }), line }));
  if (steps.length === 0) throw scenarioErrors.noSteps(file);
  checkSteps(steps, file);
  return { header, steps };
}

/** Checks what all header lines of ours share, so that a wrong version is named before an unknown key of it. */
export function checkHeader(value: unknown, place: Place, kind: string): void {
  const record = value as Record<string, unknown> | null;
  if (typeof record !== 'object' || record === null || record['type'] !== 'fixture') throw scenarioErrors.headerMissing(place, kind);
  if (record['fixture'] !== kind) throw scenarioErrors.wrongKind(place, shorten(record['fixture']), kind);
  if (record['schema'] !== 1) throw scenarioErrors.schemaVersion(place, shorten(record['schema']));
}

export function parseHeader(value: unknown, place: Place): InputHeader {
  checkHeader(value, place, 'input');
  const parsed = inputHeader.safeParse(value, UNCOMPILED);
  if (!parsed.success) throw issueError(parsed.error, value, place, { what: 'the header', keys: Object.keys(inputHeader.shape) });
  checkHeaderRules(parsed.data, place);
  return parsed.data;
}

export function parseStep(value: unknown, place: Place): InputStep {
  const record = value as { op?: unknown; request?: { op?: unknown } } | null;
  const keys = keysOf(record?.op, OPS, place);
  if (record?.op === 'expect_error' && typeof record.request === 'object') keysOf(record.request?.op, REQUEST_OPS, place);
  const parsed = inputStep.safeParse(value, UNCOMPILED);
  if (!parsed.success) throw issueError(parsed.error, value, place, { what: `op "${record?.op as string}"`, keys });
  return parsed.data;
}

function keysOf(op: unknown, ops: ReadonlyMap<string, readonly string[]>, place: Place): readonly string[] {
  const keys = typeof op === 'string' ? ops.get(op) : undefined;
  if (!keys)
    throw scenarioErrors.unknownOp(place, shorten(op), typeof op === 'string' ? nearest(op, ops.keys()) : undefined, [...ops.keys()]);
  return keys;
}
