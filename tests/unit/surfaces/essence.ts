import type { Act, Journey, Tool, Turn, Work } from './legal-runs.js';

/**
 * What of a journey a compare mode promises to compare, written down apart from the code that compares: two journeys
 * are told apart where this differs, and nowhere else.
 */

type Text = string;
const text = (value: unknown): Text => JSON.stringify(value);
const sorted = <T>(items: readonly T[]): T[] => items.toSorted((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));

export function causalEssence({ sessions }: Journey): Text {
  return text(sessions.map(({ title, usage, turns }) => ({ title, usage, turns: turns.map(causalTurn) })));
}

function causalTurn({ acts, stopReason }: Turn): unknown {
  // A message is named by when it was first heard of.
  const heard = new Map<number, number>();
  const idOf = (message: number | undefined): number | undefined =>
    message === undefined ? undefined : (heard.get(message) ?? heard.set(message, heard.size).get(message));
  const spine: { say?: string; kind?: string; id?: number | undefined; plan?: string[]; tools?: Tool[] }[] = [];
  for (const act of acts) {
    const last = spine.at(-1);
    if ('tools' in act) {
      if (last?.tools) last.tools.push(...act.tools);
      else spine.push({ tools: [...act.tools] });
    } else if ('plan' in act) spine.push({ plan: act.plan });
    else {
      const { say, kind = 'agent_message_chunk' } = act;
      const id = idOf(act.message);
      if (last?.say !== undefined && last.kind === kind && last.id === id) last.say += say;
      else spine.push({ say, kind, id });
    }
  }
  return { stopReason, spine: spine.map((item) => (item.tools ? causalTools(item.tools) : item)) };
}

/** Tools that run at once: each with its own story, and what they all asked for, file by file and terminal by terminal. */
function causalTools(tools: readonly Tool[]): unknown {
  const terminals: unknown[] = [];
  const told = tools.map(({ title, statuses, output, permission, work = [] }) => {
    const shown = work.flatMap((item) => ('run' in item && item.shown ? [item.run] : []));
    terminals.push(...work.flatMap((item) => ('run' in item ? [{ run: item.run, shown: item.shown ?? false }] : [])));
    return { title, statuses, output, permission, shown };
  });
  const files = new Map<string, Work[]>();
  for (const item of tools.flatMap(({ work = [] }) => work)) {
    if ('run' in item) continue;
    const path = 'read' in item ? item.read : item.write;
    files.set(path, [...(files.get(path) ?? []), item]);
  }
  return {
    told: sorted(told),
    terminals: sorted(terminals),
    files: sorted([...files].map(([path, work]) => [path, withReadsSorted(work)])),
  };
}

/** Reads between two writes may come in any order. */
function withReadsSorted(work: readonly Work[]): Work[] {
  const all: Work[] = [];
  let reads: Work[] = [];
  for (const item of [...work, undefined]) {
    if (item && 'read' in item) reads.push(item);
    else {
      all.push(...sorted(reads), ...(item ? [item] : []));
      reads = [];
    }
  }
  return all;
}

export function stateEssence({ sessions }: Journey): Text {
  return text(
    sessions.map(({ title, usage, turns }) => ({
      title,
      usage,
      plan: turns.flatMap(({ acts }) => acts.flatMap((act) => ('plan' in act ? [act.plan] : []))).at(-1),
      turns: turns.map(stateTurn),
    })),
  );
}

function stateTurn({ acts, stopReason }: Turn): unknown {
  const messages = new Map<Text, string>();
  for (const act of acts) {
    if (!('say' in act)) continue;
    const key = text([act.kind ?? 'agent_message_chunk', act.message]);
    messages.set(key, (messages.get(key) ?? '') + act.say);
  }
  // Which of two messages of a kind came first shows, and which of them share an id; what their ids were does not.
  const heard = new Map<number, number>();
  const byKind = (kind: string): unknown[] =>
    [...messages].flatMap(([key, say]) => {
      const [own, id] = JSON.parse(key) as [string, number | null];
      if (own !== kind) return [];
      return [{ say, id: id === null ? undefined : (heard.get(id) ?? heard.set(id, heard.size).get(id)) }];
    });
  const tools = acts.flatMap((act: Act) => ('tools' in act ? act.tools : []));
  const asked = tools.flatMap(({ work = [] }) => work);
  return {
    stopReason,
    said: byKind('agent_message_chunk'),
    thought: byKind('agent_thought_chunk'),
    tools: sorted(
      tools.map(({ title, statuses, output, permission, work = [] }) => ({
        title,
        status: statuses.at(-1),
        output,
        permission,
        shown: work.flatMap((item) => ('run' in item && item.shown ? [item.run] : [])),
      })),
    ),
    files: sorted([...new Set(asked.flatMap((item) => ('run' in item ? [] : [text(item)])))]),
    terminals: sorted(asked.flatMap((item) => ('run' in item ? [{ run: item.run, shown: item.shown ?? false }] : []))),
  };
}
