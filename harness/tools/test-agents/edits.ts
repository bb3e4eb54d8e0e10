import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cassetteMutations } from '../../mutate/cassette-source.js';
import { createSandbox } from '../../process/index.js';
import { compareRun, runScenario, type Run } from '../../run/index.js';
import type { RunOptions } from '../../run/run.js';
import { loadScenario } from '../../scenario/index.js';
import { surfaceOf } from '../../scenario/declared.js';
import type { AgentProfile, SurfaceId } from '../../schema/index.js';
import { MARK, marked } from './marked.js';

/** Files of a scenario that were changed on disk, and what a replay of it then said. */
export interface Edit {
  readonly files: readonly string[];
  /** Surfaces whose expectation was changed; for the replay source those that show what the model says. */
  readonly wanted: readonly SurfaceId[];
  /** Surfaces that the replay named. */
  readonly named: readonly SurfaceId[];
}

const CASSETTE = 'provider-replay.jsonl';
/** What is compared while the agent runs stops it at the first call: such files are edited apart from the others. */
const GROUPS: readonly (readonly SurfaceId[])[] = [
  ['transcript', 'session-log', 'workspace', 'outcome'],
  ['requests'],
  ['system-prompt', 'tool-schemas'],
];

/**
 * Changes files of a copy of the scenario, the replay source and each expected file, and boots the agent anew for each
 * group of them. Nothing is changed in memory.
 */
export async function edit(dir: string, profile: AgentProfile, options: RunOptions): Promise<Edit[]> {
  const { files } = await loadScenario(dir);
  const edits: Edit[] = [await withSource(dir, profile, options)];
  for (const group of GROUPS) {
    const own = [...files.expected.keys()].filter((name) => group.includes(surfaceOf(name)!));
    if (own.length === 0) continue;
    const wanted = group.filter((surface) => own.some((name) => surfaceOf(name) === surface));
    const named = await replayed(dir, profile, options, async (copy) => {
      for (const name of own) await rewrite(join(copy, name), (text) => editedText(name, text));
    });
    edits.push({ files: own, wanted, named });
  }
  return edits;
}

/** The last text that the model says in a conversation: no later request carries it. A title or a judgement is no such text. */
async function withSource(dir: string, profile: AgentProfile, options: RunOptions): Promise<Edit> {
  const text = await readFile(join(dir, CASSETTE), 'utf8');
  const offering = text
    .split('\n')
    .flatMap((line, at) => (line.startsWith('{"type":"exchange"') && offersTools(line) ? [`${CASSETTE}:${at + 1}`] : []));
  const mutation = cassetteMutations(CASSETTE, text).findLast(({ kind, where }) => kind === 'text' && offering.includes(where));
  if (!mutation) throw new Error(`${CASSETTE} holds no text of the model`);
  const named = await replayed(dir, profile, options, (copy) => writeFile(join(copy, CASSETTE), mutation.text));
  return { files: [mutation.where], wanted: profile.sessionLog ? ['transcript', 'session-log'] : ['transcript'], named };
}

const offersTools = (line: string): boolean =>
  (JSON.parse(line) as { request: { tools: readonly unknown[] | string } }).request.tools.length > 0;

async function replayed(
  dir: string,
  profile: AgentProfile,
  options: RunOptions,
  change: (copy: string) => Promise<void>,
): Promise<SurfaceId[]> {
  const workshop = await createSandbox(`${profile.name}-edit`);
  try {
    const copy = join(workshop.run, 'journey');
    await mkdir(copy);
    await cp(dir, copy, { recursive: true, verbatimSymlinks: true });
    await change(copy);
    return namedBy(await runScenario(await loadScenario(copy), profile, options));
  } finally {
    await workshop.remove();
  }
}

/** The surfaces that differ, and those in which a model call drifted. */
function namedBy(run: Run): SurfaceId[] {
  const changed = compareRun(run).flatMap(({ surface, status }) => (status === 'changed' || status === 'missing' ? [surface] : []));
  const drifted = run.decisions.flatMap((decision) => (decision.type === 'decision' ? decision.drifted : []));
  return [...new Set([...changed, ...drifted])];
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

function editedText(name: string, text: string): string {
  if (name === 'outcome.expected.json') return text.replace('"exitCode": 0', '"exitCode": 1').replace('"exitCode": null', '"exitCode": 1');
  if (name === 'tool-schemas.expected.json') return `${JSON.stringify(marked(JSON.parse(text)), null, 2)}\n`;
  if (!name.endsWith('.expected.jsonl')) return `${text}${MARK}`;
  const [header, ...lines] = text.trimEnd().split('\n');
  const isRequests = surfaceOf(name) === 'requests';
  // Which call comes first is the agent's: each request is changed. Elsewhere the last record is enough.
  const edited = lines.map((line, at) =>
    isRequests || at === lines.length - 1 ? JSON.stringify(editedRecord(JSON.parse(line), isRequests)) : line,
  );
  return `${[header, ...edited].join('\n')}\n`;
}

function editedRecord(record: unknown, isRequest: boolean): unknown {
  if (!isRequest) return marked(record);
  const { request, ...rest } = record as { request: { messages: unknown } };
  return { ...rest, request: { ...request, messages: marked(request.messages) } };
}
