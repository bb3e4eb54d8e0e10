import {
  classify,
  createRandom,
  PARTS,
  sample,
  semanticMutations,
  volatileMutations,
  type Mutation as SemanticMutation,
  type Part,
} from '../../mutate/index.js';
import { compareRun } from '../../run/compare.js';
import { findingsOf } from '../../run/findings.js';
import { captureOf, judgeCapture, withExpectedLogs } from '../../run/judge.js';
import { contextOf } from '../../run/mutate-scenario.js';
import { neverAccept } from '../../run/never-accept.js';
import type { Run } from '../../run/run.js';
import { surfacesOf } from '../../run/surfaces.js';
import { SURFACES, type Decision, type SurfaceId } from '../../schema/index.js';
import { MARK, marked } from './marked.js';

export interface Mutation {
  surface: SurfaceId;
  caught: boolean;
}

type Changed = Partial<Pick<Run, 'frames' | 'decisions' | 'workspace' | 'outcome' | 'sessionLogs'>>;

/** One change of what the run captured for each surface; undefined where the run holds nothing of it. */
const CHANGES: Readonly<Record<SurfaceId, (run: Run) => Changed | undefined>> = {
  transcript: ({ frames }) =>
    changeFrame(frames, 'agent_message_chunk', (update) => ({ ...update, content: { type: 'text', text: MARK } })),
  'session-log': ({ sessionLogs }) => {
    const [log, ...others] = sessionLogs?.logs ?? [];
    if (!log) return undefined;
    // At the end an agent may repeat what it said.
    return {
      sessionLogs: {
        ...sessionLogs!,
        logs: [{ ...log, records: log.records.toSpliced(Math.floor(log.records.length / 2), 1) }, ...others],
      },
    };
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

/** Changes of what was captured, by surface: none of them is left out in silence. */
export interface Mutations {
  readonly done: readonly Mutation[];
  /** Surfaces of which the run holds nothing that could be changed, with the reason. */
  readonly untried: readonly { readonly surface: SurfaceId; readonly why: string }[];
}

/** Changes one thing for each surface, and judges each as the suite would. */
export async function mutate(run: Run): Promise<Mutations> {
  const done: Mutation[] = [];
  const untried: { surface: SurfaceId; why: string }[] = [];
  for (const surface of SURFACES) {
    const actual = run.surfaces.find((one) => one.surface === surface);
    const isThere = actual?.status === 'captured' && actual.files.length > 0;
    const changed = isThere ? CHANGES[surface](run) : undefined;
    if (changed) done.push({ surface, caught: await isCaught({ ...run, ...changed }, surface) });
    else untried.push({ surface, why: actual?.note ?? (isThere ? 'it holds nothing to change' : 'the run left nothing of it') });
  }
  return { done, untried };
}

/** A change of one leaf or record that the suite judged wrongly, or that it had to. */
export interface Leaves {
  readonly part: Part;
  readonly tried: number;
  readonly caught: number;
  readonly lost: number;
  readonly volatile: number;
  /** What was judged wrongly, in words. */
  readonly wrong: readonly string[];
}

/** At most so many changes of a kind and part: the tools of an agent alone have thousands of leaves. */
const PER_KIND = 8;

/** A sample of what `playwright-acp mutate` tries of a run, by the part of the capture that is changed. */
export async function mutateLeaves(run: Run, seed: number): Promise<Leaves[]> {
  const [capture, context, judged] = [captureOf(run), contextOf(run), withExpectedLogs(run)];
  const leaves = classify(capture, context);
  const random = createRandom(seed);
  const draw = <M extends SemanticMutation>(all: readonly M[]): M[] => sample(all, ({ kind, part }) => `${part} ${kind}`, PER_KIND, random);
  const found = new Map(PARTS.map((part) => [part, { part, tried: 0, caught: 0, lost: 0, volatile: 0, wrong: [] as string[] }]));
  for (const { kind, where, part, loss, apply } of draw(semanticMutations(capture, leaves, context))) {
    const own = found.get(part!)!;
    const by = await judgeCapture(judged, apply(capture), part);
    if (by === undefined && loss !== undefined) own.lost++;
    else own.tried++;
    if (by !== undefined) own.caught++;
    else if (loss === undefined) own.wrong.push(`not caught: ${kind}, ${where}`);
  }
  for (const { kind, where, part, apply } of draw(volatileMutations(capture, leaves))) {
    const by = await judgeCapture(judged, apply(capture), part);
    const own = found.get(part ?? 'frames')!;
    own.volatile++;
    if (by !== undefined) own.wrong.push(`flagged: ${kind}, ${where}, by ${by}`);
  }
  return [...found.values()].filter(({ tried, volatile }) => tried + volatile > 0);
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
