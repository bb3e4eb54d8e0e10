import { compareText } from '../../surfaces/compare-text.js';
import type { RunReport, SurfaceComparison } from '../../schema/index.js';
import type { BuildInput } from '../../../reporters/model/index.js';

export const SIZES = [500, 5_000, 50_000] as const;
export const PATTERNS = ['one', 'fifth', 'all', 'inserted', 'swapped'] as const;
export type Pattern = (typeof PATTERNS)[number];

/** A session log as a chatty agent writes it, and what one pattern of change makes of it: lines with their ends. */
export function eventLines(size: number, pattern: Pattern): { expected: string[]; actual: string[] } {
  const expected = Array.from({ length: size }, (_, index) => event(index, 'piece'));
  const actual = [...expected];
  const change = (index: number): void => void (actual[index] = event(index, 'changed piece'));
  const middle = Math.floor(size / 2);
  if (pattern === 'one') change(middle);
  else if (pattern === 'inserted') actual.unshift(event(size, 'inserted piece'));
  else if (pattern === 'swapped') {
    const other = Math.floor(size / 3);
    [actual[middle], actual[other]] = [actual[other]!, actual[middle]!];
  } else for (let index = 0; index < size; index++) if (pattern === 'all' || index % 5 === 3) change(index);
  return { expected, actual };
}

function event(index: number, word: string): string {
  const random = (index * 2_654_435_761) % 4_294_967_296;
  const turn = Math.floor(index / 400);
  return `${JSON.stringify(
    index % 10 === 0
      ? {
          type: 'tool/result',
          data: { turn, step: index % 7, toolCallId: `{{call#${index}}}`, text: `${word} ${random} of {{cwd}}/src/${index}.ts` },
        }
      : {
          type: 'assistant/chunk',
          data: { turn, step: index % 7, chunk: { type: 'text-delta', text: `${word} ${random} of the answer` } },
        },
  )}\n`;
}

/** One line of two megabytes, in a record and in a workspace file: one word of it changed, or all. */
export function longLine(pattern: 'one' | 'all'): [expected: string, actual: string] {
  const words = (seed: number): string => Array.from({ length: 180_000 }, (_, index) => (index * seed) % 99_991).join(' ');
  const line = (word: string, seed: number): string => `${words(seed)} ${word} ${words(7_919)}`;
  return [line('before', 104_729), pattern === 'one' ? line('after', 104_729) : line('after', 15_485_863).split('').toReversed().join('')];
}

/** A report of one run with the given files, compared as the matchers compare them. */
export function reportInput(files: Readonly<Record<string, readonly [expected: string, actual: string]>>): BuildInput {
  const compared = Object.entries(files).map(([name, [expected, actual]]) => compareText(surfaceOf(name), name, expected, actual));
  const surfaces = compared.map(({ file, changes, changeCounts, records }): SurfaceComparison => ({
    surface: surfaceOf(file.name),
    status: 'changed',
    files: [file],
    changes: [...changes],
    changeCounts,
    records,
    normalized: [],
    notCompared: [],
  }));
  const report: RunReport = {
    schema: 1,
    scenario: 'big',
    description: 'A run as long as they come.',
    directory: 'tests/snapshots/big',
    runMode: 'replay',
    seam: 'session',
    compare: { mode: 'strict' },
    agent: { profile: 'bench', command: ['node'] },
    durationMs: 1,
    surfaces,
    findings: [],
    steps: [],
    timeline: [],
    stderrTail: '',
    loosenings: [],
    written: [],
  };
  const run = { report, project: '', title: 'big', location: 'bench:1', retry: 0, repeat: 0, ordinal: 1, testStatus: 'failed' as const };
  return { runs: [run], metadata: undefined, startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, notes: [] };
}

const surfaceOf = (name: string): 'workspace' | 'session-log' => (name.startsWith('workspace') ? 'workspace' : 'session-log');
