import { deriveEntries } from '../replay/derive.js';
import { parseSessionLog } from '../replay/session-log.js';
import { replayOverride, type ReplayEntry, type StreamChunk } from '../schema/index.js';
import { cassetteMutations } from './cassette-source.js';
import { replaceAt, type Path } from './leaves.js';
import { otherText } from './other-text.js';

/** One change of what the model said. The agent has to be booted to see what comes of it. */
export interface SourceMutation {
  readonly kind: 'text' | 'argument' | 'finish';
  /** File of the scenario directory, and its whole changed text. */
  readonly file: string;
  readonly text: string;
  readonly where: string;
}

export interface SourceFiles {
  /** Session logs by name, in lane order. */
  readonly logs: readonly (readonly [name: string, text: string])[];
  readonly override?: string;
  /** Provider seam: the cassette, by name. */
  readonly cassette?: readonly [name: string, text: string];
}

export const OVERRIDE_FILE = 'replay.override.json';

/** Every text, tool argument and finish that a replay serves, changed once. What an override replaces is never served. */
export function sourceMutations({ logs, override, cassette }: SourceFiles): SourceMutation[] {
  if (cassette) return cassetteMutations(...cassette);
  const parsed = override === undefined ? undefined : replayOverride.parse(JSON.parse(override));
  const isWhole = Array.isArray(parsed);
  const patches = parsed === undefined || isWhole ? [] : parsed.patches;
  const patched = new Set(patches.map(({ lane, index }) => `${lane} ${index}`));
  return [
    ...(isWhole ? [] : logs.flatMap(([name, text], at) => logMutations(name, text, (index) => patched.has(`${at + 1} ${index}`)))),
    ...(isWhole ? parsed.flatMap((entry, index) => overrideMutations(parsed, entry, [index])) : []),
    ...patches.flatMap(({ entry }, index) => overrideMutations(parsed, entry, ['patches', index, 'entry'])),
  ];
}

interface ChunkChange {
  readonly kind: SourceMutation['kind'];
  readonly path: Path;
  readonly value: unknown;
}

/** What of a chunk is mutated; nothing of one that only frames others. */
function changesOf(chunk: StreamChunk): ChunkChange[] {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.text === '' ? [] : [{ kind: 'text', path: ['text'], value: otherText(chunk.text) }];
    case 'tool-call-delta':
      return chunk.argumentsDelta === '' ? [] : [{ kind: 'argument', path: ['argumentsDelta'], value: otherText(chunk.argumentsDelta) }];
    case 'finish':
      return [{ kind: 'finish', path: ['reason', 'kind'], value: chunk.reason.kind === 'max-tokens' ? 'stop' : 'max-tokens' }];
    default:
      return [];
  }
}

function logMutations(name: string, text: string, isPatched: (index: number) => boolean): SourceMutation[] {
  const log = parseSessionLog(text, name);
  const ends = deriveEntries(log, name).map(({ line }) => line);
  const rows = text.split('\n');
  return log.events.flatMap((event, at) => {
    const line = log.lines[at]!;
    const row = JSON.parse(rows[line - 1]!) as { type: string };
    // A packed row holds several chunks; what is mutated are plain ones.
    if (event.type !== 'assistant/chunk' || row.type !== event.type || at < (log.header.seedLength ?? 0)) return [];
    const entry = ends.findIndex((end) => line <= end);
    if (entry === -1 || isPatched(entry)) return [];
    return changesOf(event.data['chunk'] as StreamChunk).map(({ kind, path, value }) => ({
      kind,
      file: name,
      where: `${name}:${line}`,
      text: rows.with(line - 1, JSON.stringify(replaceAt(row, ['data', 'chunk', ...path], value))).join('\n'),
    }));
  });
}

function overrideMutations(override: unknown, entry: ReplayEntry, path: Path): SourceMutation[] {
  const changed = (kind: SourceMutation['kind'], at: Path, value: unknown): SourceMutation => ({
    kind,
    file: OVERRIDE_FILE,
    where: `${OVERRIDE_FILE} entry ${Number(path.find((key) => typeof key === 'number')) + 1}`,
    text: `${JSON.stringify(replaceAt(override, [...path, ...at], value), null, 2)}\n`,
  });
  const chunks = entry.chunks.flatMap((chunk, index) =>
    changesOf(chunk).map(({ kind, path: field, value }) => changed(kind, ['chunks', index, ...field], value)),
  );
  return entry.kind === 'throw' ? [...chunks, changed('finish', ['message'], `${entry.message}~`)] : chunks;
}
