import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeReport } from '../../../reporters/html/write.js';
import { eventLines, longLine, reportInput, type Pattern } from './cases.js';

/** What writing one report cost, in a process of its own: reporters run once, so nothing is warm. */
export interface WriteCost {
  bytes: number;
  write_s: number;
  /** Comparison of the surfaces, which the matchers do before. */
  compare_s: number;
  /** Peak resident memory of the process, the texts themselves included. */
  peak_mb: number;
}

/** Of a written case: `big` with a pattern, or `line`. */
export type Case = { folder: string } & ({ size: number; pattern: Pattern } | { size: 0; pattern: 'one' | 'all' });

/** Runs in the child: writes the page and prints what it cost. */
export function writeCase({ folder, size, pattern }: Case): void {
  const compareStart = performance.now();
  const input = size === 0 ? longLineInput(pattern as 'one' | 'all') : bigInput(size, pattern);
  const start = performance.now();
  const { file } = writeReport(folder, input);
  const end = performance.now();
  const cost: WriteCost = {
    bytes: statSync(file).size,
    write_s: (end - start) / 1_000,
    compare_s: (start - compareStart) / 1_000,
    peak_mb: process.resourceUsage().maxRSS / 1_024,
  };
  process.stdout.write(JSON.stringify(cost));
}

/** The best of some fresh processes: another program on the machine only ever adds. */
export function measureWrite(one: Case, rounds: number): WriteCost {
  const costs = Array.from({ length: rounds }, () => {
    const child = spawnSync(process.execPath, [process.argv[1]!, 'case', JSON.stringify(one)], {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.status !== 0) throw new Error(`${JSON.stringify(one)} was not written`);
    return JSON.parse(child.stdout) as WriteCost;
  });
  return costs.reduce((best, cost) => (cost.write_s < best.write_s ? cost : best));
}

function bigInput(size: number, pattern: Pattern): ReturnType<typeof reportInput> {
  const { expected, actual } = eventLines(size, pattern);
  return reportInput({ 'session.expected.jsonl': [expected.join(''), actual.join('')] });
}

function longLineInput(pattern: 'one' | 'all'): ReturnType<typeof reportInput> {
  const [expected, actual] = longLine(pattern);
  const record = (text: string): string => `${JSON.stringify({ type: 'tool/result', data: { text } })}\n`;
  return reportInput({ 'session.expected.jsonl': [record(expected), record(actual)], 'workspace.expected/long.txt': [expected, actual] });
}
