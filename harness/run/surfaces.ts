import { createHash } from 'node:crypto';
import { carriedReplies } from '../dialects/index.js';
import { createCounts, createPathNormalizer, type Counts } from '../normalize/index.js';
import { parseSessionLog } from '../replay/index.js';
import { declaredSurfaces, sessionLogName } from '../scenario/index.js';
import { isWireRequest, SURFACES, type AgentProfile, type CompareMode, type SurfaceId } from '../schema/index.js';
import {
  CONFORMANCE_VIEW,
  conformanceView,
  foreignLogSurface,
  namesToolCalls,
  notComparedBy,
  PINNED_ELSEWHERE,
  outcomeSurface,
  reachability,
  requestsSurface,
  sessionLogSurface,
  TOOL_CALLS_VIEW,
  toolCallsOf,
  toolCallsOfTranscript,
  transcriptSurface,
  withReachability,
  workspaceSurface,
  type ActualFile,
  type NamedLog,
  type Reachability,
  type RequestFiles,
  type SurfaceActual,
  type SurfaceFile,
} from '../surfaces/index.js';
import type { HarvestedLogs } from '../session-logs/index.js';
import { callsOf, seenCalls } from './decisions.js';
import { isAllowedNoise } from './findings.js';
import type { Run } from './run.js';

type Parts = Pick<SurfaceActual, 'files'> & Partial<SurfaceActual>;

const NO_BINDINGS = { cwd: [], home: [], tmp: [] };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const asFile = ({ name, text }: { name: string; text: string }): ActualFile => ({ name, content: bytes(text) });

/** The compare mode of a run: its scenario's, else its profile's. */
export function compareModeOf({ scenario, profile }: Pick<Run, 'scenario' | 'profile'>): CompareMode {
  return scenario.header.compare?.mode ?? profile.compare ?? 'causal';
}

/** All nine surfaces of a run (or those named), in report order, each normalized with its own counts. */
export function surfacesOf(run: Run, only: readonly SurfaceId[] = SURFACES): SurfaceActual[] {
  const build = builders(run);
  const declared = new Set(declaredSurfaces(run.scenario.header));
  const surfaces = SURFACES.filter((surface) => only.includes(surface)).map((surface): SurfaceActual => {
    if (!declared.has(surface)) return skipped(surface, `not declared: ${run.scenario.header.surfaces?.reason ?? ''}`);
    const counts = createCounts();
    const parts = build[surface](counts);
    return { surface, status: 'captured', normalized: counts.list(), notCompared: [], ...parts };
  });
  const reach = reachOf(run);
  const reached = withReachability(surfaces, reach).map((actual) => (reach.reached ? actual : withoutCalls(actual, reach)));
  return run.failure
    ? reached.map((actual) => (actual.status === 'captured' ? { ...actual, status: 'failed-to-run', note: run.failure!.summary } : actual))
    : reached;
}

function reachOf(run: Run): Reachability {
  if (run.replayProblems.some(({ code }) => code === 'ACP_REPLAY_NOT_LOADED'))
    return { reached: false, note: 'the replay provider was never loaded' };
  return reachability(run.decisions, run.runMode);
}

/** What would have been seen before a refusal was not, where no call was made at all. */
function withoutCalls(actual: SurfaceActual, { note }: Reachability): SurfaceActual {
  return actual.status === 'captured' && actual.files.length === 0
    ? { ...actual, status: 'not-reached', ...(note !== undefined && { note }) }
    : actual;
}

function skipped(surface: SurfaceId, note: string): SurfaceActual {
  return { surface, status: 'skipped', note, files: [], normalized: [], notCompared: [] };
}

function builders(run: Run): Record<SurfaceId, (counts: Counts) => Parts> {
  const { scenario, profile } = run;
  const bindings = run.bindings ?? NO_BINDINGS;
  const context = (counts: Counts) => ({
    scenario: scenario.name,
    bindings,
    counts,
    ...(profile.normalizers && { normalizers: profile.normalizers }),
    ...(profile.sessionLog?.aside && { aside: profile.sessionLog.aside }),
  });
  const requests = (counts: Counts): RequestFiles =>
    requestsSurface(seenCalls(run.decisions), {
      scenario: scenario.name,
      counts,
      // On the wire the profile's rules were applied before requests were compared.
      ...(profile.normalizers && !run.wireNormalizers && { normalizers: profile.normalizers }),
      headerClass: scenario.header.headerClass,
    });
  return {
    transcript: (counts) => {
      const mode = compareModeOf(run);
      const frames = run.frames.filter((frame) => !isAllowedNoise(frame, profile));
      return {
        files: [
          asFile(
            transcriptSurface(frames, {
              ...context(counts),
              mode,
              ...(mode !== 'strict' && { order: callOrder(run), besideOthers: profile.aside }),
            }),
          ),
        ],
        notCompared: [...notComparedBy(mode), ...(mode === 'strict' ? [] : placesOf(profile))],
      };
    },
    'session-log': (counts) =>
      run.sessionLogs
        ? { files: foreignLogSurface(run.sessionLogs.logs, context(counts)).map(asFile), notCompared: leftOut(run.sessionLogs) }
        : { files: sessionLogSurface(namedLogs(run), context(counts)).map(asFile) },
    'tool-calls': () => {
      if (run.sessionLogs) return foreignToolCalls(run, foreignLogSurface(run.sessionLogs.logs, context(createCounts())).map(asFile));
      const logs = sessionLogSurface(namedLogs(run), context(createCounts())).map(asFile);
      return { files: logs.length > 0 ? [{ name: TOOL_CALLS_VIEW, content: bytes(toolCallsOf(logs)) }] : [] };
    },
    requests: (counts) => {
      for (const { name, reason, count } of run.wireNormalizers ?? []) counts.add(name, reason, count);
      return listed(requests(counts).requests);
    },
    'system-prompt': (counts) => sidecar(run, 'system-prompt.expected.md', requests(counts).systemPrompt),
    'tool-schemas': (counts) => sidecar(run, 'tool-schemas.expected.json', requests(counts).toolSchemas),
    workspace: (counts) => ({
      files: workspaceSurface(run.workspace, { text: createPathNormalizer(bindings, counts), sha256, state: profile.state }),
    }),
    outcome: (counts) =>
      run.outcome
        ? { files: [asFile(outcomeSurface(run.outcome, createPathNormalizer(bindings, counts)))] }
        : { files: [], status: 'failed-to-run', note: 'the agent was never booted' },
    conformance: () => ({ files: [{ name: CONFORMANCE_VIEW, content: bytes(conformanceView(run.findings, allowedNames(run))) }] }),
  };
}

/** A log of another form has no calls that we could name: the transcript has. Some agents write the form that we know. */
function foreignToolCalls(run: Run, logs: readonly ActualFile[]): Parts {
  if (namesToolCalls(logs)) return { files: [{ name: TOOL_CALLS_VIEW, content: bytes(toolCallsOf(logs)) }] };
  if (!declaredSurfaces(run.scenario.header).includes('transcript'))
    return { files: [], status: 'skipped', note: 'a view on the transcript, which is not declared' };
  const { files } = builders(run).transcript(createCounts());
  return {
    files: files.map(({ content }) => ({
      name: TOOL_CALLS_VIEW,
      content: bytes(toolCallsOfTranscript(new TextDecoder().decode(content))),
    })),
  };
}

const placesOf = ({ aside }: AgentProfile): string[] =>
  (aside ?? []).map(({ path, reason }) => `when an update with ${path} comes among the others of its call: ${reason}`);

const leftOut = ({ leftOut: files }: HarvestedLogs): string[] =>
  files.length === 0 ? [] : [`${files.length === 1 ? 'a file' : `${files.length} files`} of the log's folder that no session owns`];

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const allowedNames = (run: Run) => run.scenario.header.allow?.map(({ finding }) => finding) ?? [];

const listed = (file: SurfaceFile | undefined): Parts => ({ files: file ? [asFile(file)] : [] });

/** System prompt or tool schemas. Outside the pin they are compared only where they differ from the pin's. */
function sidecar(run: Run, name: string, file: SurfaceFile | undefined): Parts {
  if (run.scenario.header.headerClass === undefined)
    return { files: [], status: 'skipped', note: 'no header class: it stands in each request' };
  if (run.scenario.header.pin || !file) return listed(file);
  const pinned = run.pinned?.get(name);
  if (!pinned || Buffer.from(file.text).equals(pinned))
    return { files: [], status: 'skipped', note: run.pin ? `pinned by ${run.pin.scenario}` : PINNED_ELSEWHERE };
  return listed(file);
}

/** The logs that can be read; a broken one is a finding of its own. */
function namedLogs(run: Run): NamedLog[] {
  return run.logs.flatMap(({ text }, index) => {
    const name = sessionLogName(index + 1);
    try {
      return [{ name, log: parseSessionLog(text, name) }];
    } catch {
      return [];
    }
  });
}

/** Ids of tool calls in the order in which the model made them: the place of parallel tool starts in the canonical form. */
function callOrder(run: Run): string[] {
  const ids = namedLogs(run).flatMap(({ log }) =>
    log.events.flatMap(({ type, data }) => (type === 'assistant/chunk' ? [(data['chunk'] as { id?: unknown }).id] : [])),
  );
  // A run that was not assembled from its source tells them by what its requests carry back.
  const carried =
    run.callIds ??
    callsOf(run.decisions)
      .toSorted((a, b) => a.lane - b.lane || a.place - b.place)
      .flatMap(({ request }) =>
        isWireRequest(request) ? carriedReplies(request.dialect, request).flatMap(({ calls }) => calls.map(({ id }) => id)) : [],
      );
  return [...new Set([...ids, ...carried].filter((id) => typeof id === 'string'))];
}
