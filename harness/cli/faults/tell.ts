import { printable } from '../../errors/printable.js';
import type { FaultRow, FaultTable } from '../../run/index.js';

const COLUMNS = ['fault', 'chunks', 'ended', 'answer', 'retries', 'log', 'exit', 'left'] as const;
const MOST = 160;

/** The table for a terminal; what is wrong in a row stands below it. */
export function tellFaults({ scenario, agent, agentVersion, rows }: FaultTable): string {
  const call = rows[0]?.record.call ?? 1;
  const cells = rows.map(cellsOf);
  const widths = COLUMNS.map((name) => Math.max(name.length, ...cells.map((row) => row[name].length)));
  const line = (row: Readonly<Record<(typeof COLUMNS)[number], string>>): string =>
    COLUMNS.map((name, at) => row[name].padEnd(widths[at]!))
      .join('  ')
      .trimEnd();
  const heads = Object.fromEntries(COLUMNS.map((name) => [name, name])) as Record<(typeof COLUMNS)[number], string>;
  const texts = rows.flatMap(textOf);
  const wrong = rows.flatMap(({ record, wrong = [] }) => wrong.map((what) => `  ! ${record.fault}: ${what}`));
  return printable(
    [
      `${scenario}: ${agentVersion ?? agent}, model call ${call}`,
      '',
      line(heads),
      ...cells.map(line),
      ...(texts.length > 0 ? ['', ...texts] : []),
      ...(wrong.length > 0 ? ['', ...wrong] : []),
      '',
    ].join('\n'),
  );
}

function cellsOf({ record, retriesSeen, wrong }: FaultRow): Record<(typeof COLUMNS)[number], string> {
  const { fault, chunks, end, stopReason, error, retries, log, exit, left } = record;
  const more = retries === undefined && retriesSeen !== undefined ? `${retriesSeen}+` : '?';
  return {
    fault: wrong ? `${fault} !` : fault,
    chunks: chunks ? `${chunks.sent}/${chunks.of}` : '',
    ended: end,
    answer: error ? `error ${error.code}` : (stopReason ?? ''),
    retries: end === 'impossible' ? '' : String(retries ?? more),
    log: log ? [`${log.files}`, ...(log.torn ? [`${log.torn} torn`] : []), ...(log.turn ? [log.turn] : [])].join(', ') : '',
    exit: exit ? `${exit.shutdown}${exit.exitCode === 0 ? '' : `, ${exit.signal ?? exit.exitCode}`}` : '',
    left: end === 'impossible' ? '' : String(left?.length ?? 0),
  };
}

/** What the agent told: its error, else the end of what it said. */
function textOf({ record: { fault, error, said, reason }, detail }: FaultRow): string[] {
  const told = error && (detail === undefined ? error.message : `${error.message}: ${detail}`);
  const text = reason ?? told ?? (said === undefined ? undefined : `"${said}"`);
  return text === undefined ? [] : [`  ${fault.padEnd(18)}${short(text.replaceAll(/\s+/g, ' '))}`];
}

const short = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);
