import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffArrays } from 'diff';
import { diffLines } from '../../diff/index.js';
import { timed } from '../bench/stats.js';

/** Milliseconds after which jsdiff may give up. */
const JSDIFF_LIMIT = 5_000;

export interface DiffCost {
  ours_s: number;
  /** Undefined where it gave up at its limit. */
  jsdiff_s: number | undefined;
  git_s: number;
  /** Lines added and removed, as each counts them. */
  ours: string;
  git: string;
}

/** The line diff of one case by ours, by jsdiff and by git, on the same lines. Best of three, jsdiff once. */
export async function measureDiff(expected: readonly string[], actual: readonly string[]): Promise<DiffCost> {
  const ours = [];
  let counts = '';
  for (let round = 0; round < 3; round++)
    ours.push(
      await timed(() => {
        const ops = diffLines(expected, actual);
        const sum = (kind: string): number => ops.reduce((total, op) => total + (op.kind === kind ? op.count : 0), 0);
        counts = `+${sum('added')} -${sum('removed')}`;
      }),
    );
  let gaveUp = false;
  const jsdiff = await timed(() => (gaveUp = diffArrays([...expected], [...actual], { timeout: JSDIFF_LIMIT }) === undefined));
  const git = await gitDiff(expected.join(''), actual.join(''));
  return {
    ours_s: Math.min(...ours) / 1_000,
    jsdiff_s: gaveUp ? undefined : jsdiff / 1_000,
    git_s: git.seconds,
    ours: counts,
    git: git.counts,
  };
}

async function gitDiff(expected: string, actual: string): Promise<{ seconds: number; counts: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  try {
    writeFileSync(join(folder, 'a'), expected);
    writeFileSync(join(folder, 'b'), actual);
    const git = (...flags: string[]): string =>
      spawnSync('git', ['diff', '--no-index', '--patience', ...flags, 'a', 'b'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 }).stdout;
    const [added = '', removed = ''] = git('--numstat').split('\t');
    const rounds = [];
    for (let round = 0; round < 3; round++) rounds.push(await timed(() => git()));
    return { seconds: Math.min(...rounds) / 1_000, counts: `+${added} -${removed}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
