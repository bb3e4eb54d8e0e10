import type { CapturedFrame } from '../../../harness/surfaces/index.js';
import { agent, client, update } from './wire.js';

type Json = Record<string, unknown>;

/** mulberry32: the same seed gives the same runs. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What an agent does in one session, free of everything two legal runs may differ in. */
export interface Tool {
  title: string;
  statuses: string[];
  output: string;
  /** Asks for permission before its first status. */
  permission?: string;
  /** Reads this file through the client. */
  reads?: string;
  /** What it asks of the client one after the other, without naming itself. */
  work?: Work[];
}

/** A request or a few that belong together. A terminal is polled as often as it takes, and may be shown by the tool. */
export type Work = { read: string; line?: number } | { write: string; content: string } | { run: string; shown?: boolean };

export type Act = { say: string; kind?: 'agent_thought_chunk'; message?: number } | { tools: Tool[] } | { plan: string[] };

export interface Turn {
  prompt: string;
  acts: Act[];
  stopReason: string;
}

export interface Journey {
  sessions: { turns: Turn[]; title: string; usage: number }[];
}

/** Merges queues in a random order that keeps the order inside each. */
function interleave<T>(queues: T[][], random: () => number): T[] {
  const left = queues.filter((queue) => queue.length > 0).map((queue) => [...queue]);
  const merged: T[] = [];
  while (left.length > 0) {
    const index = Math.floor(random() * left.length);
    merged.push(left[index]!.shift()!);
    if (left[index]!.length === 0) left.splice(index, 1);
  }
  return merged;
}

function split(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(random() * 6);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/**
 * One legal observation of a journey: random ids, random pieces, parallel tools interleaved and started in any order,
 * metadata anywhere, late updates, sessions interleaved, keys in any order.
 */
export function observe(journey: Journey, random: () => number): CapturedFrame[] {
  const minted = new Set<string>();
  const mint = (): string => {
    const id = Math.floor(random() * 1e12).toString(36);
    if (minted.has(id)) return mint();
    minted.add(id);
    return id;
  };
  let clientIds = 0;
  let agentIds = Math.floor(random() * 50);
  const ids = journey.sessions.map(mint);
  const jumbled = (value: Json): Json => Object.fromEntries(shuffle(Object.entries(value), random));
  const send = (session: string, value: Json): CapturedFrame => update(session, jumbled(value));

  const news = ids.map(() =>
    client({ jsonrpc: '2.0', id: clientIds++, method: 'session/new', params: { cwd: '/tmp/r1/cwd', mcpServers: [] } }),
  );
  const answers = shuffle(
    ids.map((id, index) => agent({ jsonrpc: '2.0', id: news[index]!.value!['id'], result: jumbled({ sessionId: id, modes: null }) })),
    random,
  );

  function toolFrames(
    session: string,
    { title, statuses, output, permission, reads, work = [] }: Tool,
  ): { start: CapturedFrame; rest: CapturedFrame[]; requests: CapturedFrame[] } {
    const id = mint();
    const ask = (method: string, params: Json, result: Json = { ok: true }): CapturedFrame[] => {
      const request = agentIds++;
      return [
        agent({ jsonrpc: '2.0', id: request, method, params: { sessionId: session, ...params } }),
        client({ jsonrpc: '2.0', id: request, result }),
      ];
    };
    const shown: string[] = [];
    const requestsFor = (item: Work): CapturedFrame[] => {
      if ('read' in item) return ask('fs/read_text_file', { path: item.read, ...(item.line !== undefined && { line: item.line }) });
      if ('write' in item) return ask('fs/write_text_file', { path: item.write, content: item.content });
      const terminalId = mint();
      if (item.shown) shown.push(terminalId);
      const polls = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
        ask('terminal/output', { terminalId }, { output: 'out', truncated: false }),
      );
      return [
        ...ask('terminal/create', { command: item.run }, { terminalId }),
        ...polls.flat(),
        ...ask('terminal/wait_for_exit', { terminalId }, { exitCode: 0 }),
        ...ask('terminal/release', { terminalId }, {}),
      ];
    };
    const worked = work.flatMap(requestsFor);
    const content = shown.map((terminalId) => ({ type: 'terminal', terminalId }));
    const last = statuses.length - 1;
    return {
      start: send(session, { sessionUpdate: 'tool_call', toolCallId: id, title, status: 'pending' }),
      rest: [
        ...(permission === undefined
          ? []
          : ask('session/request_permission', { toolCall: { toolCallId: id, title: permission }, options: [] })),
        ...statuses.map((status, index) =>
          send(session, {
            sessionUpdate: 'tool_call_update',
            toolCallId: id,
            status,
            ...(index === last && { rawOutput: { output } }),
            ...(index === last && content.length > 0 && { content }),
          }),
        ),
      ],
      requests: [...(reads === undefined ? [] : ask('fs/read_text_file', { path: reads })), ...worked],
    };
  }

  function turnFrames(session: string, { prompt, acts, stopReason }: Turn): CapturedFrame[] {
    const id = clientIds++;
    const messages = new Map<number, string>();
    const messageId = (message: number): string => messages.get(message) ?? messages.set(message, mint()).get(message)!;
    const spine: CapturedFrame[] = [];
    let loose: CapturedFrame[][] = [];
    let behind: CapturedFrame[] = [];
    for (const act of acts) {
      if ('say' in act) {
        const pieces = split(act.say, random).map((text) =>
          send(session, {
            sessionUpdate: act.kind ?? 'agent_message_chunk',
            content: { type: 'text', text },
            ...(act.message !== undefined && { messageId: messageId(act.message) }),
          }),
        );
        // What a tool still has to tell may come between and behind later text.
        spine.push(...interleave([pieces, ...loose], random));
        loose = [];
      } else if ('plan' in act) spine.push(send(session, { sessionUpdate: 'plan', entries: act.plan }));
      else {
        const tools = shuffle(act.tools, random).map((tool) => toolFrames(session, tool));
        spine.push(
          ...interleave(
            tools.map(({ start, requests }) => [start, ...requests]),
            random,
          ),
        );
        // Some of each tool's updates at once, the others later.
        const cut = tools.map(({ rest }) => Math.floor(random() * (rest.length + 1)));
        spine.push(
          ...interleave(
            tools.map(({ rest }, index) => rest.slice(0, cut[index])),
            random,
          ),
        );
        loose.push(...tools.map(({ rest }, index) => rest.slice(cut[index])));
      }
    }
    behind = interleave(loose, random);
    const late = Math.floor(random() * (behind.length + 1));
    return [
      client({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId: session, prompt: [{ type: 'text', text: prompt }] } }),
      ...spine,
      ...behind.slice(0, late),
      agent({ jsonrpc: '2.0', id, result: { stopReason } }),
      ...behind.slice(late),
    ];
  }

  const queues = journey.sessions.map(({ turns, title, usage }, index) => {
    const session = ids[index]!;
    const frames = turns.flatMap((turn) => turnFrames(session, turn));
    const metadata = [
      [send(session, { sessionUpdate: 'session_info_update', title, updatedAt: '2026-01-01T00:00:00Z' })],
      [send(session, { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'go' }] })],
      Array.from({ length: 1 + Math.floor(random() * 3) }, (_, step, all = 3) =>
        send(session, { sessionUpdate: 'usage_update', used: step === all ? 0 : step, size: 9 }),
      ).concat(send(session, { sessionUpdate: 'usage_update', used: usage, size: 9 })),
    ];
    return interleave([frames, ...metadata], random);
  });
  return [
    client({ jsonrpc: '2.0', id: clientIds++, method: 'initialize', params: {} }),
    ...news,
    ...answers,
    ...interleave(queues, random),
  ];
}
