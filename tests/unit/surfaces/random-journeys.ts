import type { Act, Journey, Tool, Turn, Work } from './legal-runs.js';

type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)]!;
const some = <T>(random: Random, most: number, make: (index: number) => T, least = 0): T[] =>
  Array.from({ length: least + below(random, most - least + 1) }, (_, index) => make(index));

// Few words, so that much is equal: ties are what a canonical form is tried by.
const WORDS = ['one', 'two', 'three'];
const PATHS = ['/tmp/r1/cwd/a', '/tmp/r1/cwd/b'];

/** Several sessions with turns of text, plans and parallel tools, which read, write and run commands through the client. */
export function randomJourney(random: Random): Journey {
  return {
    sessions: some(
      random,
      2,
      () => ({ title: pick(random, WORDS), usage: below(random, 3), turns: some(random, 2, () => randomTurn(random)) }),
      1,
    ),
  };
}

function randomTurn(random: Random): Turn {
  const acts: Act[] = [];
  for (let count = below(random, 3); count > 0; count--) {
    if (random() < 0.25) acts.push({ plan: some(random, 2, () => pick(random, WORDS)) });
    else
      acts.push({
        say: some(random, 3, () => pick(random, WORDS), 1).join(' '),
        ...(random() < 0.3 && { kind: 'agent_thought_chunk' as const }),
        ...(random() < 0.6 && { message: below(random, 2) }),
      });
    if (random() < 0.6) acts.push({ tools: randomTools(random) });
  }
  return { prompt: pick(random, WORDS), acts, stopReason: pick(random, ['end_turn', 'max_tokens']) };
}

/** Tools that run at once write no file that another one touches: which came first would be no race but a fact. */
function randomTools(random: Random): Tool[] {
  return some(
    random,
    4,
    (index) => ({
      title: pick(random, WORDS),
      statuses: [...some(random, 2, () => 'in_progress'), pick(random, ['completed', 'failed'])],
      output: pick(random, WORDS),
      ...(random() < 0.3 && { permission: pick(random, WORDS) }),
      work: some(random, 2, () => randomWork(random, index)),
    }),
    1,
  );
}

function randomWork(random: Random, tool: number): Work {
  const kind = random();
  if (kind < 0.4) return { read: pick(random, PATHS), ...(random() < 0.5 && { line: 1 + below(random, 2) }) };
  if (kind < 0.7) return { write: `/tmp/r1/cwd/own-${tool}`, content: pick(random, WORDS) };
  return { run: pick(random, WORDS), ...(random() < 0.5 && { shown: true }) };
}

const other = (random: Random, word: string): string =>
  pick(
    random,
    [...WORDS, 'other'].filter((one) => one !== word),
  );

/** Changes one thing of a journey, in place. */
export function mutate(journey: Journey, random: Random): void {
  const session = pick(random, journey.sessions);
  const turn = session.turns.length > 0 ? pick(random, session.turns) : undefined;
  const act = turn && turn.acts.length > 0 ? pick(random, turn.acts) : undefined;
  const kind = below(random, 10);
  if (kind === 0) session.title = other(random, session.title);
  else if (kind === 1) session.usage += 1;
  else if (kind === 2) journey.sessions.reverse();
  else if (!turn) session.turns.push(randomTurn(random));
  else if (kind === 3) turn.stopReason = 'refusal';
  else if (kind === 4) session.turns.splice(session.turns.indexOf(turn), 1);
  else if (kind === 5) turn.acts.reverse();
  else if (!act) turn.acts.push({ say: 'other' });
  else if (kind === 6) turn.acts.splice(turn.acts.indexOf(act), 1);
  else if ('say' in act) mutateSay(act, random);
  else if ('plan' in act) act.plan.push('other');
  else mutateTools(act.tools, random);
}

function mutateSay(act: Extract<Act, { say: string }>, random: Random): void {
  const kind = below(random, 3);
  if (kind === 0) act.say += '.';
  else if (kind === 1) act.message = act.message === undefined ? 0 : act.message + 1;
  else if (act.kind) delete act.kind;
  else act.kind = 'agent_thought_chunk';
}

function mutateTools(tools: Tool[], random: Random): void {
  const tool = pick(random, tools);
  const twin = pick(random, tools);
  switch (below(random, 9)) {
    case 0:
      tool.title = other(random, tool.title);
      break;
    case 1:
      tool.output = other(random, tool.output);
      break;
    case 2:
      [tool.output, twin.output] = [twin.output, tool.output];
      break;
    case 3:
      tool.statuses.unshift('pending');
      break;
    case 4:
      tool.statuses[tool.statuses.length - 1] = 'cancelled';
      break;
    case 5:
      tool.permission = tool.permission === undefined ? 'one' : other(random, tool.permission);
      break;
    case 6:
      if (tools.length > 1) tools.splice(tools.indexOf(tool), 1);
      break;
    case 7:
      tool.work = (tool.work ?? []).toReversed();
      break;
    default:
      mutateWork(tool, random);
  }
}

function mutateWork(tool: Tool, random: Random): void {
  const work = (tool.work ??= []);
  if (work.length === 0) return void work.push({ read: PATHS[0]! });
  const at = below(random, work.length);
  const item = work[at]!;
  if (random() < 0.3) work.splice(at, 1);
  else if ('read' in item) work[at] = { ...item, line: (item.line ?? 0) + 5 };
  else if ('write' in item) work[at] = { ...item, content: other(random, item.content) };
  else work[at] = random() < 0.5 ? { ...item, run: other(random, item.run) } : { ...item, shown: !item.shown };
}
