import { withBesideLast } from './beside.js';
import { methodOf, paramsOf, toolCallOf, updateOf, type Message } from './causal-messages.js';

/** The frames about one tool call: its start, then its updates and the agent's requests about it, in the order sent. */
export interface ToolStrand {
  readonly id: string;
  start: Message | undefined;
  readonly rest: Message[];
}

export type SpineItem = Message | ToolStrand;

/** What lies between two client requests of a session. Requests that overlap share one: what races is not parted. */
export interface Segment {
  readonly name: string;
  readonly requests: Message[];
  /** Client notifications: context. */
  readonly notices: Message[];
  readonly spine: SpineItem[];
}

export interface SessionForm {
  readonly segments: Segment[];
  /** By kind, sorted; within a kind distinct consecutive values, of usage the last. */
  readonly metadata: { readonly kind: string; readonly messages: Message[] }[];
}

const METADATA: ReadonlySet<unknown> = new Set([
  'available_commands_update',
  'session_info_update',
  'config_option_update',
  'current_mode_update',
  'usage_update',
]);

export const isStrand = (item: SpineItem): item is ToolStrand => 'rest' in item;

/**
 * The messages of one session (or of the connection, where `connection` is set), parted into segments and strands.
 * Nothing is sorted yet.
 */
export function formSession(
  messages: readonly Message[],
  connection: boolean,
  isBeside: (frame: unknown) => boolean = () => false,
): SessionForm {
  const namer = createNamer(connection);
  const segments: Segment[] = [];
  const metadata = new Map<string, Message[]>();
  const strands = new Map<string, { strand: ToolStrand; segment: Segment }>();
  const open = new Set<Message>();

  function current(): Segment {
    return segments.at(-1) ?? addSegment();
  }

  function addSegment(request?: Message): Segment {
    const segment: Segment = { name: namer(request), requests: [], notices: [], spine: [] };
    segments.push(segment);
    return segment;
  }

  function addToStrand(id: string, message: Message): void {
    const segment = current();
    const isStart = updateOf(message)?.['sessionUpdate'] === 'tool_call';
    let known = strands.get(id);
    // An id that starts again in a later turn is another tool call; in the same one it is a repeated start.
    if (!known || (isStart && known.strand.start && known.segment !== segment)) {
      strands.set(id, (known = { strand: { id, start: undefined, rest: [] }, segment }));
      if (!isStart) orphans.add(known);
    }
    if (!isStart || known.strand.start) {
      known.strand.rest.push(message);
      return;
    }
    known.strand.start = message;
    known.segment = segment;
    orphans.delete(known);
    segment.spine.push(known.strand);
  }

  const orphans = new Set<{ strand: ToolStrand; segment: Segment }>();
  for (const message of messages) {
    if (message.from === 'client') {
      if (message.kind === 'request') {
        (open.size > 0 ? current() : addSegment(message)).requests.push(message);
        if (message.answer) open.add(message);
      } else if (message.kind === 'notification') current().notices.push(message);
      continue;
    }
    if (message.kind === 'response' && message.about) {
      open.delete(message.about);
      continue;
    }
    const kind = updateOf(message)?.['sessionUpdate'];
    const toolCall = toolCallOf(message);
    if (METADATA.has(kind)) addMetadata(metadata, kind as string, message);
    else if (toolCall !== undefined) addToStrand(toolCall, message);
    else current().spine.push(message);
  }
  for (const { strand, segment } of orphans) segment.spine.push(strand);
  for (const item of segments.flatMap(({ spine }) => spine).filter(isStrand)) {
    const ordered = withBesideLast(item.rest, ({ frame }) => isBeside(frame));
    item.rest.splice(0, item.rest.length, ...ordered);
  }
  return {
    segments,
    metadata: [...metadata].map(([kind, list]) => ({ kind, messages: list })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}

function addMetadata(metadata: Map<string, Message[]>, kind: string, message: Message): void {
  const values = metadata.get(kind) ?? [];
  if (kind === 'usage_update') values.length = 0;
  const last = values.at(-1);
  if (!last || JSON.stringify(paramsOf(last)) !== JSON.stringify(paramsOf(message))) values.push(message);
  metadata.set(kind, values);
}

/** `setup`, `turn 1`, `post-turn 1`, …, `teardown`. */
function createNamer(connection: boolean): (request?: Message) => string {
  let turn = 0;
  return (request) => {
    if (connection) return 'connection';
    const method = request && methodOf(request);
    if (method === 'session/prompt') return `turn ${++turn}`;
    if (method === 'session/close') return 'teardown';
    return turn === 0 ? 'setup' : `post-turn ${turn}`;
  };
}
