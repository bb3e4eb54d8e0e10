import { PROOF_VARIABLE } from '../../../fixtures/proof-request.js';
import type { ProofRequest, ProofResult } from '../../../fixtures/proof-request.js';
import type { MutantReport, MutateReport } from '../../run/index.js';
import { EXIT_CODES } from '../help.js';
import { askPlaywright } from '../ask-playwright.js';
import type { ProofArguments } from './commands.js';

export interface MutateArguments extends ProofArguments {
  full: boolean;
  seed: number;
}

/** Prints what the suite notices. @returns the exit code */
export async function mutate({ json, config, ...rest }: MutateArguments): Promise<number> {
  const { reports, errors } = await askPlaywright<ProofResult<MutateReport>>({
    variable: PROOF_VARIABLE,
    request: { command: 'mutate', ...rest } satisfies Omit<ProofRequest, 'result'>,
    config,
    undone: 'Nothing was mutated',
    output: json ? 'stderr' : 'stdout',
  });
  const total = summed(reports);
  for (const { scenario, message } of errors) process.stderr.write(`${scenario}\n${message}\n`);
  // What is no figure goes where no figures go.
  if (json) for (const line of [...(rest.full ? [] : [`seed ${rest.seed}`]), ...wrong(reports, total)]) process.stderr.write(`${line}\n`);
  const text = json ? JSON.stringify(total, null, 2) : told(reports, total, rest);
  process.stdout.write(`${text}\n`);
  const right =
    errors.length === 0 &&
    total.semantic.survivors.length === 0 &&
    total.volatile.flagged === 0 &&
    total.source.caught === total.source.tried;
  return right ? EXIT_CODES.done : EXIT_CODES.failed;
}

interface Summed {
  leaves: number;
  semantic: { tried: number; caught: number; survivors: (MutantReport & { scenario: string })[] };
  volatile: { tried: number; flagged: number };
  source: { tried: number; caught: number };
}

function summed(reports: readonly MutateReport[]): Summed {
  const sum = (pick: (report: MutateReport) => number): number => reports.reduce((total, report) => total + pick(report), 0);
  return {
    leaves: sum(({ leaves }) => leaves),
    semantic: {
      tried: sum(({ semantic }) => semantic.tried),
      caught: sum(({ semantic }) => semantic.caught),
      survivors: reports.flatMap(({ scenario, semantic }) => semantic.survivors.map((mutant) => ({ scenario, ...mutant }))),
    },
    volatile: { tried: sum(({ volatile }) => volatile.tried), flagged: sum(({ volatile }) => volatile.flagged) },
    source: { tried: sum(({ source }) => source.tried), caught: sum(({ source }) => source.caught) },
  };
}

function told(reports: readonly MutateReport[], total: Summed, { seed, full }: Pick<MutateArguments, 'seed' | 'full'>): string {
  const merged = (pick: (report: MutateReport) => Readonly<Record<string, number>>): string => {
    const counts: Record<string, number> = {};
    for (const report of reports) for (const [name, count] of Object.entries(pick(report))) counts[name] = (counts[name] ?? 0) + count;
    return Object.entries(counts)
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  };
  const classes = (pick: (report: MutateReport) => number): number => reports.reduce((sum, report) => sum + pick(report), 0);
  const sources = classes((report) => report.sources);
  return [
    ...reports.map(
      ({ scenario, leaves, semantic, volatile, source }) =>
        `${scenario.padEnd(28)} leaves ${leaves}, semantic ${semantic.caught}/${semantic.tried} caught, volatile ${volatile.flagged}/${volatile.tried} flagged, source ${source.caught}/${source.tried} caught`,
    ),
    '',
    `leaves      ${total.leaves} = ${classes(({ classes: { semantic } }) => semantic)} semantic + ${classes(({ classes: { volatile } }) => volatile)} volatile + ${classes(({ classes: { structural } }) => structural)} structural`,
    `structural  ${merged(({ structural }) => structural) || 'none'}`,
    `given up    ${merged(({ lost }) => lost) || 'none'}`,
    `volatile    ${merged(({ normalizers }) => normalizers) || 'none'}`,
    `semantic    ${merged(({ kinds }) => kinds) || 'none'}`,
    `caught by   ${merged(({ caughtBy }) => caughtBy) || 'none'}`,
    `source      ${total.source.tried} of ${sources} booted${full ? '' : ` (a sample, seed ${seed}; all with --full)`}`,
    '',
    `semantic ${percent(total.semantic.caught, total.semantic.tried)} caught, volatile ${percent(total.volatile.flagged, total.volatile.tried)} flagged, source ${percent(total.source.caught, total.source.tried)} caught`,
    ...wrong(reports, total),
  ].join('\n');
}

/** Every change that was judged wrongly, one a line. */
function wrong(reports: readonly MutateReport[], total: Summed): string[] {
  return [
    ...total.semantic.survivors.map(({ scenario, kind, where }) => `survivor    ${scenario}: ${kind}, ${where}`),
    ...reports.flatMap(({ scenario, flagged }) =>
      flagged.map(({ kind, where, by }) => `flagged     ${scenario}: ${kind}, ${where}, by ${by}`),
    ),
    ...reports.flatMap(({ scenario, sourceSurvivors }) =>
      sourceSurvivors.map(({ kind, where }) => `survivor    ${scenario}: what the model said (${kind}), ${where}`),
    ),
  ];
}

/** Never rounded up to all of them. */
function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : Math.floor((1_000 * part) / whole) / 10;
  return `${part}/${whole} (${whole === 0 ? 'none tried' : `${share} %`})`;
}
