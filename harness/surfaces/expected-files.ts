import { createCounts } from '../normalize/index.js';
import { parseSessionLog } from '../replay/session-log.js';
import type { FieldNormalizer, SurfaceId } from '../schema/index.js';
import type { ActualFile } from './actual.js';
import { CONFORMANCE_VIEW } from './conformance.js';
import { sessionLogSurface } from './session-log.js';
import { belongsTo } from './surface-files.js';
import { TOOL_CALLS_VIEW, toolCallsOfTranscript, toolCallsView } from './tool-calls.js';
import { TRANSCRIPT_FILE } from './transcript.js';

export interface ExpectedContext {
  readonly scenario: string;
  /** Of the profile: the recorded log is normalized by the same rules as the log of the run. */
  readonly normalizers?: readonly FieldNormalizer[] | undefined;
}

const RAW_LOG = /^session(?:\.(\d+))?\.jsonl$/;
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The expected side of one surface: the committed files, or what they say where the surface is a view. */
export function expectedFiles(
  surface: SurfaceId,
  committed: ReadonlyMap<string, Uint8Array>,
  context: ExpectedContext,
): ReadonlyMap<string, Uint8Array> {
  if (surface === 'session-log') return expectedLogs(committed, context);
  if (surface === 'conformance') return new Map([[CONFORMANCE_VIEW, new Uint8Array()]]);
  if (surface === 'tool-calls') {
    const logs = expectedLogs(committed, context);
    const transcript = committed.get(TRANSCRIPT_FILE);
    if (logs.size === 0) return new Map();
    const files = [...logs].map(([name, content]) => ({ name, content }));
    if (namesToolCalls(files)) return new Map([[TOOL_CALLS_VIEW, encode(toolCallsOf(files))]]);
    return transcript ? new Map([[TOOL_CALLS_VIEW, encode(toolCallsOfTranscript(decode(transcript)))]]) : new Map();
  }
  return new Map([...committed].filter(([name]) => belongsTo(surface, name)));
}

/**
 * Whether these logs are in the form that names its tool calls, which agents of another make write too: it has a version
 * record behind the header. Both sides ask their own files, so that they are held against each other in one form.
 */
export function namesToolCalls(logs: readonly ActualFile[]): boolean {
  const [first] = logs;
  const header = first && decode(first.content).split('\n', 2)[1];
  if (!header) return false;
  const { type, version } = (JSON.parse(header) ?? {}) as { type?: unknown; version?: unknown };
  return type === 'session' && version !== undefined;
}

/** The tool calls of all logs of a run, in the order of the logs. */
export function toolCallsOf(logs: readonly ActualFile[]): string {
  return logs.map(({ content }) => toolCallsView(decode(content))).join('');
}

/**
 * `session.expected.jsonl` where it stands, else the normalized `session.jsonl`. Raw logs are normalized together even
 * if one of them has moved on, so that their ids are numbered as those of the run are.
 */
function expectedLogs(committed: ReadonlyMap<string, Uint8Array>, { scenario, normalizers }: ExpectedContext): Map<string, Uint8Array> {
  const raw = [...committed.keys()].filter((name) => RAW_LOG.test(name)).toSorted((a, b) => ordinal(a) - ordinal(b));
  const logs = raw.map((name) => ({ name, log: parseSessionLog(decode(committed.get(name)!), name) }));
  const normalized = sessionLogSurface(logs, { scenario, normalizers, counts: createCounts(), bindings: { cwd: [], home: [], tmp: [] } });
  const files = new Map(normalized.map(({ name, text }) => [name, encode(text)]));
  for (const [name, content] of committed) if (belongsTo('session-log', name)) files.set(name, content);
  return files;
}

const ordinal = (name: string): number => Number(RAW_LOG.exec(name)![1] ?? 0);

/** What refresh does with the drift files of the session seam. */
export interface LogDrift {
  readonly write: readonly ActualFile[];
  readonly remove: readonly string[];
}

/**
 * Session seam: a log that says what its recorded one says needs no expected file, and one that stands is removed;
 * any other log is written. In the provider seam there is no recorded log, and every log is written.
 */
export function logDrift(actual: readonly ActualFile[], committed: ReadonlyMap<string, Uint8Array>, context: ExpectedContext): LogDrift {
  const drifted = [...committed.keys()].filter((name) => belongsTo('session-log', name));
  const recorded = expectedLogs(new Map([...committed].filter(([name]) => RAW_LOG.test(name))), context);
  const write = actual.filter(({ name, content }) => {
    const log = recorded.get(name);
    return log === undefined || decode(log) !== decode(content);
  });
  const written = new Set(write.map(({ name }) => name));
  return { write, remove: drifted.filter((name) => !written.has(name)) };
}
