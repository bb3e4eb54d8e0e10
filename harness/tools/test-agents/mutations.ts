import { compareRun } from '../../run/compare.js';
import { findingsOf } from '../../run/findings.js';
import { neverAccept } from '../../run/never-accept.js';
import type { Run } from '../../run/run.js';
import { surfacesOf } from '../../run/surfaces.js';
import type { Decision, SurfaceId } from '../../schema/index.js';

export interface Mutation {
  surface: SurfaceId;
  caught: boolean;
}

type Changed = Partial<Pick<Run, 'frames' | 'decisions' | 'workspace' | 'outcome' | 'sessionLogs'>>;

const MARK = ' (changed)';

/** One change of what the run captured for each surface; undefined where the run holds nothing of it. */
const CHANGES: Readonly<Partial<Record<SurfaceId, (run: Run) => Changed | undefined>>> = {
  transcript: ({ frames }) =>
    changeFrame(frames, 'agent_message_chunk', (update) => ({ ...update, content: { type: 'text', text: MARK } })),
  'session-log': ({ sessionLogs }) => {
    const [log, ...others] = sessionLogs?.logs ?? [];
    if (!log) return undefined;
    return { sessionLogs: { ...sessionLogs!, logs: [{ ...log, records: log.records.toSpliced(-1, 1) }, ...others] } };
  },
  requests: ({ decisions }) => ({
    decisions: changeCalls(decisions, (request, last) => (last ? { ...request, messages: marked(request.messages) as never } : request)),
  }),
  'system-prompt': ({ decisions }) => ({ decisions: changeCalls(decisions, (request) => ({ ...request, system: request.system + MARK })) }),
  'tool-schemas': ({ decisions }) => ({
    decisions: changeCalls(decisions, (request) => ({ ...request, tools: marked(request.tools) as never })),
  }),
  'tool-calls': ({ frames, sessionLogs }) =>
    changeFrame(frames, 'tool_call_update', (update) => ({ ...update, status: 'failed' })) ?? withoutResult(sessionLogs),
  workspace: ({ workspace }) => {
    const at = workspace.findIndex(({ root }) => root === 'cwd');
    return at === -1 ? undefined : { workspace: workspace.with(at, { ...workspace[at]!, content: Buffer.from(MARK) }) };
  },
  outcome: ({ outcome }) =>
    outcome && { outcome: { ...outcome, prompts: outcome.prompts.map((one) => ({ ...one, stopReason: 'refusal' })) } },
  conformance: ({ frames }) => changeFrame(frames, 'agent_message_chunk', () => ({ sessionUpdate: 'no_such_update' })),
};

/** Changes one thing for each surface that holds something, and judges each as the suite would. */
export async function mutate(run: Run): Promise<Mutation[]> {
  const done: Mutation[] = [];
  for (const [surface, change] of Object.entries(CHANGES) as [SurfaceId, (run: Run) => Changed | undefined][]) {
    const actual = run.surfaces.find((one) => one.surface === surface);
    const changed = actual?.status === 'captured' && actual.files.length > 0 ? change(run) : undefined;
    if (changed) done.push({ surface, caught: await isCaught({ ...run, ...changed }, surface) });
  }
  return done;
}

async function isCaught(changed: Run, surface: SurfaceId): Promise<boolean> {
  const findings =
    surface === 'conformance' ? await findingsOf(changed, changed.profile, changed.scenario.header, ['frames']) : changed.findings;
  const run = { ...changed, findings };
  const [comparison] = compareRun({ ...run, surfaces: surfacesOf(run, [surface]) });
  return comparison?.status === 'changed' || neverAccept(run).length > 0;
}

function changeFrame(
  frames: Run['frames'],
  kind: string,
  change: (update: Record<string, unknown>) => Record<string, unknown>,
): Changed | undefined {
  const at = frames.findLastIndex(({ value }) => updateOf(value)?.['sessionUpdate'] === kind);
  if (at === -1) return undefined;
  const frame = frames[at]!;
  const params = frame.value!['params'] as Record<string, unknown>;
  const value = { ...frame.value, params: { ...params, update: change(updateOf(frame.value)!) } };
  return { frames: frames.with(at, { ...frame, value, raw: JSON.stringify(value) }) };
}

function updateOf(value: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return (value?.['params'] as { update?: Record<string, unknown> } | undefined)?.update;
}

type Call = Extract<Decision, { type: 'decision' }>;

/** An agent that tells its client of no tool calls, and yet logs them. */
function withoutResult(sessionLogs: Run['sessionLogs']): Changed | undefined {
  const [log, ...others] = sessionLogs?.logs ?? [];
  const at = log?.records.findLastIndex((record) => (record as { type?: unknown } | null)?.type === 'tool/result') ?? -1;
  return log && at !== -1
    ? { sessionLogs: { ...sessionLogs!, logs: [{ ...log, records: log.records.toSpliced(at, 1) }, ...others] } }
    : undefined;
}

function changeCalls(decisions: readonly Decision[], change: (request: Call['request'], last: boolean) => Call['request']): Decision[] {
  const last = decisions.findLastIndex(({ type }) => type === 'decision');
  return decisions.map((item, at) => (item.type === 'decision' ? { ...item, request: change(item.request, at === last) } : item));
}

/** A copy whose last text has a mark behind it. */
function marked(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  let place: { owner: Record<string, unknown>; key: string } | undefined;
  const walk = (owner: unknown): void => {
    if (typeof owner !== 'object' || owner === null) return;
    for (const [key, inner] of Object.entries(owner)) {
      if (typeof inner === 'string') place = { owner: owner as Record<string, unknown>, key };
      else walk(inner);
    }
  };
  walk(copy);
  if (place) place.owner[place.key] = `${String(place.owner[place.key])}${MARK}`;
  return copy;
}
