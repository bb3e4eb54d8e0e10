import { createCounts, createFrameNormalizer } from '../normalize/index.js';
import type { Decision, SessionLogEvent } from '../schema/index.js';
import { standsBeside } from '../surfaces/beside.js';
import type { CapturedFrame } from '../surfaces/frame.js';
import type { Capture, CaptureContext, CapturedLog } from './capture.js';
import type { ClassedLeaf } from './classify.js';
import { foreignRecordMutations } from './foreign.js';
import type { Mutation } from './mutation.js';
import { lossOfOrder, lossOfRecord, toldFrames } from './state-losses.js';

/** Records that moved, are lost or stand twice, of every part that is compared. */
export function recordMutations(capture: Capture, leaves: readonly ClassedLeaf[], context: CaptureContext): Mutation[] {
  const compared = new Set(
    leaves.filter((leaf) => leaf.class !== 'structural').map(({ record }) => `${record.part} ${record.file} ${record.index}`),
  );
  // The first decision may be a note of ours, or a request that is no model call.
  const isAny = (part: string): boolean => [...compared].some((place) => place.startsWith(`${part} `));
  return [
    ...frameMutations(capture, context, (index) => compared.has(`frames 0 ${index}`)),
    ...capture.logs.flatMap((log, file) => (compared.has(`log ${file} -1`) ? logMutations(log, file) : [])),
    ...(compared.has('log 0 -1') ? childMutations(capture) : []),
    ...(isAny('foreign') ? foreignRecordMutations(capture, context) : []),
    ...(isAny('requests') ? requestMutations(capture) : []),
    ...fileMutations(capture, (index) => compared.has(`files 0 ${index}`)),
    ...(compared.has('outcome 0 0') ? promptMutations(capture) : []),
  ];
}

const without = <T>(list: readonly T[], index: number): T[] => list.toSpliced(index, 1);
const twice = <T>(list: readonly T[], index: number): T[] => list.toSpliced(index, 0, list[index]!);
const swapped = <T>(list: readonly T[], a: number, b: number): T[] => list.with(a, list[b]!).with(b, list[a]!);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const METADATA: ReadonlySet<unknown> = new Set([
  'available_commands_update',
  'session_info_update',
  'config_option_update',
  'current_mode_update',
  'usage_update',
]);
const CHUNKS: ReadonlySet<unknown> = new Set(['agent_message_chunk', 'agent_thought_chunk']);

type Params = { sessionId?: unknown; update?: { sessionUpdate?: unknown; toolCallId?: unknown; content?: unknown } };
const paramsOf = ({ value }: CapturedFrame): Params => value?.['params'] ?? {};
const updateOf = (frame: CapturedFrame): NonNullable<Params['update']> => paramsOf(frame).update ?? {};

function frameMutations(capture: Capture, context: CaptureContext, isCompared: (index: number) => boolean): Mutation[] {
  const { frames, bindings } = capture;
  const { frame: normalize } = createFrameNormalizer({ bindings, counts: createCounts(), normalizers: context.normalizers });
  const losses = lossesOf(capture, context);
  // With ids blanked: which of two equal frames comes first is no fact.
  const blank = ({ value, raw }: CapturedFrame) => (value ? normalize(value, 'agent', ['fields', 'text', 'blank']) : raw);
  const places = [...frames.keys()].filter(isCompared);
  const edit = (
    kind: string,
    index: number,
    loss: string | undefined,
    change: (list: readonly CapturedFrame[]) => CapturedFrame[],
  ): Mutation => ({
    kind,
    part: 'frames',
    where: `frame ${index + 1}`,
    ...(loss !== undefined && { loss }),
    apply: (changed) => ({ ...changed, frames: change(changed.frames) }),
  });
  return places.flatMap((index, at) => {
    const next = places[at + 1];
    const moves = next !== undefined && !same(blank(frames[index]!), blank(frames[next]!));
    return [
      ...(moves ? [edit('order', index, losses.order(index, next), (list) => swapped(list, index, next))] : []),
      edit('dropped', index, losses.record('dropped', index), (list) => without(list, index)),
      edit('doubled', index, losses.record('doubled', index), (list) => twice(list, index)),
    ];
  });
}

const isClientRequest = ({ from, value }: CapturedFrame): boolean => from === 'client' && value?.['method'] !== undefined && 'id' in value;

const WHERE_SPLIT = 'where text was split into chunks';

/** A chunk that says nothing. */
const isEmptyText = (frame: CapturedFrame): boolean => {
  const { sessionUpdate, content } = updateOf(frame);
  return CHUNKS.has(sessionUpdate) && (content as { text?: unknown } | undefined)?.text === '';
};

/** Whether the update before it of its kind and session says the same. */
function isRepeated(frames: readonly CapturedFrame[], index: number): boolean {
  const { sessionId, update } = paramsOf(frames[index]!);
  const before = frames
    .slice(0, index)
    .findLast((frame) => updateOf(frame).sessionUpdate === update?.sessionUpdate && paramsOf(frame).sessionId === sessionId);
  return before !== undefined && same(paramsOf(before), paramsOf(frames[index]!));
}

/** What the compare mode does not see of frames that moved, are lost or stand twice. */
interface Losses {
  readonly order: (index: number, next: number) => string | undefined;
  readonly record: (kind: 'dropped' | 'doubled', index: number) => string | undefined;
}

function lossesOf(capture: Capture, context: CaptureContext): Losses {
  const { frames } = capture;
  if (context.mode === 'strict') return { order: () => undefined, record: () => undefined };
  const isBeside = standsBeside(context.aside?.updates);
  const told = context.mode === 'state' ? toldFrames(capture, context) : undefined;
  return {
    order(index, next) {
      const [a, b] = [frames[index]!, frames[next]!];
      if (isBeside(a.value) !== isBeside(b.value)) return 'when what stands beside comes';
      if (isEmptyText(a) || isEmptyText(b)) return WHERE_SPLIT;
      if (told) return lossOfOrder(told.get(index), told.get(next), frames.slice(index, next).some(isClientRequest));
      return isOrdered(a, b) ? undefined : 'causal: the order of what races';
    },
    record(kind, index) {
      if (isEmptyText(frames[index]!)) return WHERE_SPLIT;
      if (told) return lossOfRecord(kind, told.get(index), told.values());
      if (!METADATA.has(updateOf(frames[index]!).sessionUpdate)) return undefined;
      return kind === 'doubled' || isRepeated(frames, index) ? 'causal: how often metadata came' : undefined;
    },
  };
}

/** Whether the canonical form tells which of two frames came first. */
function isOrdered(a: CapturedFrame, b: CapturedFrame): boolean {
  if (paramsOf(a).sessionId === undefined || paramsOf(a).sessionId !== paramsOf(b).sessionId) return false;
  const [one, other] = [updateOf(a), updateOf(b)];
  if (one.toolCallId !== undefined || other.toolCallId !== undefined) return one.toolCallId === other.toolCallId;
  return CHUNKS.has(one.sessionUpdate) && CHUNKS.has(other.sessionUpdate);
}

/** An agent that writes other events still counts them from 0 and never backwards: place and time stay those of the row. */
function renumbered(events: readonly SessionLogEvent[], rows: readonly SessionLogEvent[]): SessionLogEvent[] {
  const last = rows.at(-1);
  return events.map((event, at) => {
    const row = rows[at] ?? { ...last, ...(last?.seq !== undefined && { seq: at }) };
    return { ...event, ...(row.seq !== undefined && { seq: row.seq }), ...(row.time !== undefined && { time: row.time }) };
  });
}

function logMutations({ log: { events } }: CapturedLog, file: number): Mutation[] {
  const edit = (kind: string, index: number, changed: readonly SessionLogEvent[]): Mutation => ({
    kind,
    part: 'log',
    where: `log ${file + 1} event ${index + 1}`,
    apply: (capture) => {
      const known = capture.logs[file]!;
      return { ...capture, logs: capture.logs.with(file, { ...known, log: { ...known.log, events: renumbered(changed, events) } }) };
    },
  });
  const content = ({ seq: _seq, time: _time, ...rest }: SessionLogEvent) => rest;
  return events.flatMap((event, index) => {
    const next = events[index + 1];
    return [
      ...(next && !same(content(event), content(next)) ? [edit('order', index, swapped(events, index, index + 1))] : []),
      edit('dropped', index, without(events, index)),
      edit('doubled', index, twice(events, index)),
    ];
  });
}

/** The logs of two sub-agents change places: which is which is a fact where their parent names them. */
function childMutations({ logs }: Capture): Mutation[] {
  const named = (session: string): boolean =>
    logs.some(({ log: { header, events } }) => header.id !== session && JSON.stringify(events).includes(JSON.stringify(session)));
  const children = logs.flatMap(({ log: { header } }, file) => (header.parentSession !== undefined && named(header.id) ? [file] : []));
  return children.slice(1).map((file, at) => ({
    kind: 'swapped sessions',
    part: 'log',
    where: `log ${children[at]! + 1} and log ${file + 1}`,
    apply: (capture) => ({ ...capture, logs: swapped(capture.logs, children[at]!, file) }),
  }));
}

type Call = Extract<Decision, { type: 'decision' }>;

function requestMutations({ decisions }: Capture): Mutation[] {
  const calls = decisions.flatMap((decision, index) => (decision.type === 'decision' ? [{ decision, index }] : []));
  const edit = (kind: string, index: number, changed: readonly Decision[]): Mutation => ({
    kind,
    part: 'requests',
    where: `decision ${index + 1}`,
    apply: (capture) => ({ ...capture, decisions: changed }),
  });
  const withRequest = (call: Call, { request }: Call): Call => ({ ...call, request });
  return calls.flatMap(({ decision, index }, at) => {
    const next = calls[at + 1];
    return [
      ...(next && !same(decision.request, next.decision.request)
        ? [
            edit(
              'order',
              index,
              decisions.with(index, withRequest(decision, next.decision)).with(next.index, withRequest(next.decision, decision)),
            ),
          ]
        : []),
      edit('dropped', index, without(decisions, index)),
      edit('doubled', index, twice(decisions, index)),
    ];
  });
}

function fileMutations({ workspace }: Capture, isCompared: (index: number) => boolean): Mutation[] {
  return workspace.flatMap((file, index): Mutation[] => {
    if (!isCompared(index)) return [];
    const place = { part: 'files', where: `file ${index + 1}` } as const;
    return [
      { kind: 'dropped', ...place, apply: (capture) => ({ ...capture, workspace: without(capture.workspace, index) }) },
      {
        kind: 'doubled',
        ...place,
        apply: (capture) => ({ ...capture, workspace: [...capture.workspace, { ...file, path: `${file.path}.copy` }] }),
      },
    ];
  });
}

function promptMutations({ outcome: { prompts } }: Capture): Mutation[] {
  return prompts.flatMap((prompt, index) => {
    const next = prompts[index + 1];
    const edit = (kind: string, changed: typeof prompts): Mutation => ({
      kind,
      part: 'outcome',
      where: `outcome prompts[${index}]`,
      apply: (capture) => ({ ...capture, outcome: { ...capture.outcome, prompts: changed } }),
    });
    return [
      ...(next && !same(prompt, next) ? [edit('order', swapped(prompts, index, index + 1))] : []),
      edit('dropped', without(prompts, index)),
      edit('doubled', twice(prompts, index)),
    ];
  });
}
