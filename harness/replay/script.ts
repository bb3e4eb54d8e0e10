import { badReplayFile } from '../errors/replay.js';
import { modelRequestRecord, type ModelRequestRecord } from '../schema/expected.js';
import { toolSchema, type ToolSchema } from '../schema/model-request.js';
import { replayOverride, replayPlan, type ReplayEntry, type ReplayOverride, type ReplayPlan } from '../schema/replay.js';
import { deriveEntries, type DerivedEntry } from './derive.js';
import { parseExpectedRequests } from './expected.js';
import { applyOverride } from './override.js';
import { ownOpening, conversationOpening, type Opening } from './openings.js';
import { parseSessionLog } from './session-log.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

/** Texts of the files a replay plan names. */
export interface ReplayFiles {
  sources: readonly string[];
  override?: string;
  expectedRequests?: string;
  pin?: { system: string; tools: string };
}

/** One recorded conversation. */
export interface Lane {
  /** From 1: its source's place in the plan. */
  number: number;
  /** Name of its source, without folders. */
  source: string;
  entries: ReplayEntry[];
  /** Line of the source where each derived entry ends; absent for entries of an override. */
  lines: (number | undefined)[];
  /** First user message of the conversation, what it inherited included. */
  opening: Opening | undefined;
  /** First user message that it did not inherit. */
  ownOpening: Opening | undefined;
}

/** A scenario's replay source, ready to serve. */
export interface ReplayScript {
  lanes: Lane[];
  /** By `placeKey`; undefined where the expected requests do not exist yet. */
  expected: Map<string, ModelRequestRecord> | undefined;
  pin: { system: string; tools: ToolSchema[] } | undefined;
}

const OVERRIDE_FILE = 'replay.override.json';

/**
 * Reads a replay plan.
 *
 * @throws AcpError `ACP_REPLAY_PLAN` naming the field that is wrong.
 */
export function parseReplayPlan(text: string, file: string): ReplayPlan {
  const parsed = replayPlan.safeParse(parseJson(text, file), UNCOMPILED);
  if (parsed.success) return parsed.data;
  throw badReplayFile(file, `not a replay plan: ${describe(parsed.error.issues[0]!)}`);
}

/** @throws AcpError `ACP_REPLAY_*`, `ACP_JSONL_*` for a file that cannot be replayed, with file and line. */
export function loadScript(plan: ReplayPlan, files: ReplayFiles): ReplayScript {
  const override = files.override === undefined ? undefined : parseOverride(files.override);
  const logs = files.sources.map((text, at) => {
    const source = nameOf(plan.sources[at], `source ${at + 1}`);
    return { source, log: parseSessionLog(text, source) };
  });
  const derived = logs.map(({ source, log }, at) => (at === 0 && Array.isArray(override) ? [] : deriveEntries(log, source)));
  const entries = overridden(derived, override);
  return {
    lanes: entries.map((lane, at) => ({
      number: at + 1,
      source: logs[at]?.source ?? OVERRIDE_FILE,
      entries: lane,
      lines: lane.map((entry, index) => lineOf(derived[at]?.[index], entry)),
      opening: logs[at] && conversationOpening(logs[at].log),
      ownOpening: logs[at] && ownOpening(logs[at].log),
    })),
    expected:
      files.expectedRequests === undefined
        ? undefined
        : parseExpectedRequests(files.expectedRequests, nameOf(plan.expectedRequests, 'requests.expected.jsonl'), modelRequestRecord),
    pin: files.pin && {
      system: files.pin.system,
      tools: parsePinnedTools(files.pin.tools, nameOf(plan.pin?.tools, 'tool-schemas.expected.json')),
    },
  };
}

function lineOf(derived: DerivedEntry | undefined, entry: ReplayEntry): number | undefined {
  return derived?.entry === entry ? derived.line : undefined;
}

/** An unterminated call is an error only where the override leaves it standing. */
function overridden(derived: DerivedEntry[][], override: ReplayOverride | undefined): ReplayEntry[][] {
  const script = derived.map((lane) => lane.map(({ entry }) => entry));
  const entries = override ? applyOverride(script, override) : script;
  for (const { entry, unterminated } of derived.flat()) {
    if (unterminated && entries.some((lane) => lane.includes(entry))) throw unterminated;
  }
  return entries;
}

function parseOverride(text: string): ReplayOverride {
  const parsed = replayOverride.safeParse(parseJson(text, OVERRIDE_FILE), UNCOMPILED);
  if (parsed.success) return parsed.data;
  throw badReplayFile(OVERRIDE_FILE, `neither a list of entries nor patches: ${describe(parsed.error.issues[0]!)}`);
}

function parsePinnedTools(text: string, file: string): ToolSchema[] {
  const parsed = toolSchema.array().safeParse(parseJson(text, file), UNCOMPILED);
  if (parsed.success) return parsed.data;
  throw badReplayFile(file, `not a list of tool schemas: ${describe(parsed.error.issues[0]!)}`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badReplayFile(file, 'not JSON.');
  }
}

function describe(issue: { path: readonly PropertyKey[]; message: string }): string {
  return `${issue.path.map(String).join('.') || 'the whole'} ${issue.message}`;
}

/** A file's name without its folders, which differ per machine. */
function nameOf(path: string | undefined, unnamed: string): string {
  return path?.split(/[\\/]/).at(-1) ?? unnamed;
}
