import { expect, test } from '@playwright/test';
import type { Cassette } from '../../../harness/cassette/index.js';
import type { CarriedReply } from '../../../harness/dialects/index.js';
import { createRandom } from '../../../harness/mutate/random.js';
import type { AuthoredRecord, WireRequest } from '../../../harness/schema/index.js';
import { assistant, calls, callsOf, chat, player, read, recorder, reply, result, says, user } from './build.js';

/** Four conversations with the provider that run at once: a title, the main one, two sub-agents. */
interface Conversation {
  name: string;
  opening: string;
  tools: readonly string[];
  system: string;
  replies: readonly AuthoredRecord[];
  /** What the user says once the model has answered. */
  next?: string;
}

const MAIN = 'You are an agent. Today is fine.';
const SUB = 'You are a sub-agent.';

const CONVERSATIONS: readonly Conversation[] = [
  { name: 'title', opening: 'Name this: Write a report.', tools: [], system: 'You write titles.', replies: [says('Report')] },
  {
    name: 'main',
    opening: 'Write a report.',
    tools: ['read', 'write', 'task'],
    system: MAIN,
    replies: [
      calls('call_m1', 'task'),
      calls('call_m2', 'write', { path: 'r.txt' }),
      says('Done.'),
      calls('call_m3', 'read'),
      says('Done.'),
    ],
    next: 'Read it.',
  },
  { name: 'sub 1', opening: 'Look at part 1.', tools: ['read', 'write'], system: SUB, replies: [calls('call_a1', 'read'), says('Done.')] },
  { name: 'sub 2', opening: 'Look at part 2.', tools: ['read', 'write'], system: SUB, replies: [calls('call_b1', 'read'), says('Done.')] },
];

/** What an edit of the agent makes of its requests. */
interface Edit {
  name: string;
  system?: (text: string) => string;
  user?: (text: string) => string;
  result?: (text: string) => string;
  tools?: (names: readonly string[]) => readonly string[];
}

const EDITS: readonly Edit[] = [
  { name: 'none' },
  { name: 'system prompt', system: (text) => `${text} Be brief.` },
  { name: 'tool list', tools: (names) => (names.length > 0 ? [...names, 'grep'] : names) },
  { name: 'tool results', result: (text) => `${text} (edited)` },
  { name: 'first message wrapped', user: (text) => `<task>${text}</task>` },
  { name: 'first message and system prompt', user: (text) => `<task>${text}</task>`, system: (text) => `${text} Be brief.` },
];

/** An agent that drives one conversation: what it asks next, and what it makes of the reply. */
class Talk {
  private readonly messages: unknown[];
  private taken = 0;
  stopped = false;

  constructor(
    readonly conversation: Conversation,
    private readonly edit: Edit,
  ) {
    this.messages = [user((edit.user ?? same)(conversation.opening))];
  }

  get isOver(): boolean {
    return this.stopped || this.taken === this.conversation.replies.length;
  }

  get expected(): AuthoredRecord {
    return this.conversation.replies[this.taken]!;
  }

  request(): WireRequest {
    const { system, tools } = this.conversation;
    return chat([...this.messages], { system: (this.edit.system ?? same)(system), tools: (this.edit.tools ?? ((names) => names))(tools) });
  }

  take(answer: CarriedReply): void {
    this.taken++;
    this.messages.push(assistant(answer));
    for (const { id } of answer.calls) this.messages.push(result(id!, (this.edit.result ?? same)(`result of ${id}`)));
    if (answer.calls.length === 0 && this.conversation.next !== undefined) this.messages.push(user(this.conversation.next));
  }
}

const same = (text: string): string => text;

const talks = (edit: Edit): Talk[] => CONVERSATIONS.map((conversation) => new Talk(conversation, edit));

/** Records the four conversations in a random order, two replies under way at a time. */
function record(random: () => number): Cassette {
  const recording = recorder();
  const open: { talk: Talk; done: () => void }[] = [];
  const all = talks(EDITS[0]!);
  const settle = (): void => open.splice(Math.floor(random() * open.length), 1)[0]!.done();
  while (all.some((talk) => !talk.isOver)) {
    const idle = all.filter((talk) => !talk.isOver && !open.some((other) => other.talk === talk));
    if (idle.length === 0 || open.length >= 3) {
      settle();
      continue;
    }
    const talk = idle[Math.floor(random() * idle.length)]!;
    const answered = recording.call(talk.request());
    open.push({
      talk,
      done: () => {
        const live = reply(talk.expected);
        answered(live);
        talk.take(read(live));
      },
    });
  }
  while (open.length > 0) settle();
  return recording.cassette();
}

interface Tally {
  right: number;
  wrong: number;
  refused: number;
}

const isSame = (answer: CarriedReply, expected: AuthoredRecord): boolean =>
  expected.type === 'reply' &&
  (expected.toolCalls ? answer.calls[0]?.id === expected.toolCalls[0]!.id : answer.text === expected.text && answer.calls.length === 0);

/** Replays in another random order. A talk that is refused stops, as an agent does. */
function replay(cassette: Cassette, edit: Edit, refresh: boolean, random: () => number): { tally: Tally; paths: Set<string> } {
  const playing = player(cassette, { refresh });
  const lanes = new Map<Talk, number>();
  const tally: Tally = { right: 0, wrong: 0, refused: 0 };
  const open: (() => void)[] = [];
  const busy = new Set<Talk>();
  const all = talks(edit);
  while (all.some((talk) => !talk.isOver || busy.has(talk))) {
    const idle = all.filter((talk) => !talk.isOver && !busy.has(talk));
    if (idle.length === 0 || (open.length > 0 && random() < 0.4)) {
      open.splice(Math.floor(random() * open.length), 1)[0]!();
      continue;
    }
    const talk = idle[Math.floor(random() * idle.length)]!;
    const answer = playing.ask(talk.request(), { stream: true })!;
    if ('refused' in answer) {
      tally.refused++;
      talk.stopped = true;
      continue;
    }
    const got = read(answer.reply);
    const { lane } = callsOf(playing.decisions).at(-1)!;
    // Two conversations may say the same words: whose they are shows in the lane.
    const isOwn =
      isSame(got, talk.expected) &&
      (lanes.get(talk) ?? lane) === lane &&
      ![...lanes].some(([other, taken]) => other !== talk && taken === lane);
    if (isOwn) tally.right++;
    else tally.wrong++;
    lanes.set(talk, lane);
    busy.add(talk);
    open.push(() => {
      answer.ended({ end: 'finished', released: 1, left: 0 });
      busy.delete(talk);
      talk.take(got);
    });
  }
  return { tally, paths: new Set(callsOf(playing.decisions).flatMap(({ differences }) => differences.map(({ path }) => path))) };
}

/** The two that matter most get all of them. */
const interleavingsOf = ({ name }: Edit): number => (name === 'none' || name === 'system prompt' ? 500 : 100);
const SEED = 20261130;

for (const edit of EDITS) {
  const interleavings = interleavingsOf(edit);
  test(`4 conversations, ${interleavings} interleavings, edited: ${edit.name}`, () => {
    test.slow();
    const random = createRandom(SEED);
    const totals = { replay: { right: 0, wrong: 0, refused: 0 }, refresh: { right: 0, wrong: 0, refused: 0 } };
    const drifted = new Set<string>();
    for (let n = 0; n < interleavings; n++) {
      const cassette = record(random);
      for (const mode of ['replay', 'refresh'] as const) {
        const { tally, paths } = replay(cassette, edit, mode === 'refresh', random);
        for (const key of ['right', 'wrong', 'refused'] as const) totals[mode][key] += tally[key];
        if (mode === 'replay') for (const path of paths) drifted.add(path);
      }
    }
    console.log(`4 conversations, ${interleavings} interleavings, seed ${SEED}, edited: ${edit.name}: ${JSON.stringify(totals)}`);
    expect(totals.replay.wrong).toBe(0);
    expect(totals.refresh.wrong).toBe(0);
    const entries = CONVERSATIONS.reduce((sum, { replies }) => sum + replies.length, 0) * interleavings;
    if (edit.name === 'none')
      expect(totals).toEqual({ replay: { right: entries, wrong: 0, refused: 0 }, refresh: { right: entries, wrong: 0, refused: 0 } });
    if (edit.name === 'system prompt') {
      expect(totals.replay).toEqual({ right: 0, wrong: 0, refused: CONVERSATIONS.length * interleavings });
      expect([...drifted]).toEqual(['$.system']);
      expect(totals.refresh).toEqual({ right: entries, wrong: 0, refused: 0 });
    }
  });
}
