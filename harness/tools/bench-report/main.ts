/**
 * `npm run bench:report`: how the report bears big diffs. Prints two tables, writes `.artifacts/bench-report.json`
 * (name → number) with every case beside it, and exits 1 where a bound is passed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eventLines, PATTERNS, SIZES } from './cases.js';
import { measureDiff } from './line-diffs.js';
import { launchBrowser, measurePaint } from './paint.js';
import { measureWrite, writeCase, type Case } from './write-case.js';

/** What the report is held to at 50,000 events a side, whatever changed. */
const BOUNDS = { bytes: 5_000_000, write_s: 2, paint_ms: 1_000, longest_frame_ms: 100, line_2mb_ms: 300, diff_s: 0.5 };
/** The bounds are for the largest; the smaller sizes show how it grows. */
const ROUNDS = 3;
/** `npm run bench:report -- 50000` measures that size alone. */
const sizes = process.argv[2] === undefined ? SIZES : [Number(process.argv[2])];
const folder = `${fileURLToPath(new URL('../..', import.meta.url))}.artifacts/bench-report`;

async function main(): Promise<void> {
  const figures: Record<string, number> = {};
  const over: string[] = [];
  const cases: Record<string, unknown>[] = [];
  const note = (name: string, value: number, bound: number): void => {
    figures[name] = value;
    if (value > bound) over.push(`${name} ${value} is over ${bound}`);
  };
  const browser = await launchBrowser();
  try {
    print(['size', 'changed', 'diff s', 'jsdiff s', 'git s', 'compare s', 'write s', 'peak MB', 'MB', 'paint ms', 'frame ms', 'next ms']);
    let worst = 0;
    for (const size of sizes)
      for (const pattern of PATTERNS) {
        const rounds = size === 50_000 ? ROUNDS : 1;
        const { expected, actual } = eventLines(size, pattern);
        const diff = await measureDiff(expected, actual);
        if (diff.ours !== diff.git) over.push(`${size} ${pattern}: ours counts ${diff.ours}, git ${diff.git}`);
        const where = `${folder}/${size}-${pattern}`;
        const write = measureWrite({ folder: where, size, pattern }, rounds);
        const paint = await measurePaint(browser, `${where}/index.html`, '#big', rounds);
        cases.push({ size, pattern, ...diff, ...write, ...paint });
        worst = Math.max(worst, diff.ours_s);
        print([
          size,
          pattern,
          diff.ours_s,
          diff.jsdiff_s ?? '> 5',
          diff.git_s,
          write.compare_s,
          write.write_s,
          Math.round(write.peak_mb),
          write.bytes / 1e6,
          Math.round(paint.paint_ms),
          Math.round(paint.longest_frame_ms),
          Math.round(paint.next_change_ms),
        ]);
        if (size !== 50_000 || (pattern !== 'fifth' && pattern !== 'all')) continue;
        note(`bytes_50k_${pattern}`, write.bytes, BOUNDS.bytes);
        note(`write_s_50k_${pattern}`, write.write_s, BOUNDS.write_s);
        note(`paint_ms_50k_${pattern}`, paint.paint_ms, BOUNDS.paint_ms);
        note(pattern === 'all' ? 'longest_frame_ms_all' : 'longest_frame_ms', paint.longest_frame_ms, BOUNDS.longest_frame_ms);
        if (pattern === 'all') note('diff_s_worst_all', diff.ours_s, BOUNDS.diff_s);
      }
    note('diff_s_worst', worst, BOUNDS.diff_s);
    for (const pattern of ['one', 'all'] as const) {
      const where = `${folder}/line-${pattern}`;
      const write = measureWrite({ folder: where, size: 0, pattern }, ROUNDS);
      const shown = [];
      for (const surface of ['session-log', 'workspace'])
        shown.push((await measurePaint(browser, `${where}/index.html`, `#big/${surface}`, ROUNDS)).paint_ms);
      cases.push({ size: 'one line of 2 MB', pattern, ...write, shown });
      note(pattern === 'all' ? 'line_2mb_ms_all' : 'line_2mb_ms', Math.max(...shown), BOUNDS.line_2mb_ms);
      note(pattern === 'all' ? 'line_2mb_write_s_all' : 'line_2mb_write_s', write.write_s, BOUNDS.write_s);
    }
  } finally {
    await browser.close();
  }
  console.log('');
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(24)}${shownNumber(value).padStart(12)}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}.json`, `${JSON.stringify(figures, null, 2)}\n`);
  await writeFile(`${folder}-cases.json`, `${JSON.stringify(cases, null, 2)}\n`);
  for (const one of over) console.error(`over the bound: ${one}`);
  process.exitCode = over.length > 0 ? 1 : 0;
}

function print(cells: readonly (string | number)[]): void {
  console.log(cells.map((cell, column) => (typeof cell === 'number' ? shownNumber(cell) : cell).padStart(column === 0 ? 6 : 10)).join(''));
}

function shownNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}

if (process.argv[2] === 'case') writeCase(JSON.parse(process.argv[3]!) as Case);
else await main();
