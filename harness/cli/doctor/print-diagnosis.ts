import { formatProblem } from '../../errors/acp-error.js';
import { printable } from '../../errors/printable.js';
import { waysOf, type Diagnosis } from '../../run/index.js';

/** What was found, for a terminal. Every text of the agent is made printable. */
export function printDiagnosis({ command, probe, honoured, trial }: Diagnosis): string {
  const { took, exit, network, wrote, requests } = probe;
  const models = requests.filter(({ dialect }) => dialect !== undefined);
  const others = requests.filter(({ dialect }) => dialect === undefined);
  const rows: [string, string | undefined][] = [
    ['command', command.join(' ')],
    ['agent', agentOf(probe.initialized)],
    ['advertises', probe.initialized && capabilitiesOf(probe.initialized)],
    ['authentication', authOf(probe)],
    [
      'took',
      Object.entries(took)
        .map(([step, ms]) => `${step} ${ms} ms`)
        .join(', '),
    ],
    ['stop reason', probe.stopReason],
    ['base URL', baseUrlOf(honoured)],
    ['key', honoured?.key],
    [
      'model calls',
      count(
        models.map(
          ({ method, path, tools, json }) =>
            `${method} ${path}, ${tools.length === 0 ? 'no tools' : `${tools.length} tools`}${json ? ', wants JSON' : ''}`,
        ),
      ),
    ],
    ['other requests', count(others.map(({ method, path }) => `${method} ${path}`))],
    [
      'tried to reach',
      count(
        network.attempts.map(
          ({ host, port, via, by }) => `${host}${port === undefined ? '' : `:${port}`} (${via}${by === undefined ? '' : `, by ${by}`})`,
        ),
      ),
    ],
    ['sealed', network.sealed ? 'yes' : `no: direct connections were not seen, because ${network.why}`],
    [
      'ends with stdin',
      exit &&
        (exit.shutdown === 'stdin-end'
          ? 'yes'
          : exit.shutdown === 'exited-early'
            ? 'it had ended before'
            : `no, ${exit.shutdown} was needed`),
    ],
    ['left running', exit && leftOf(exit.endedLeftovers, probe.leftRunning)],
    ['wrote to HOME', listed(wrote.home)],
    ['wrote to TMPDIR', listed(wrote.tmp)],
    ['wrote to its cwd', listed(wrote.cwd)],
    ['differs per run', count((trial.profile.normalizers ?? []).map(({ surface, path, reason }) => `${surface} ${path} (${reason})`))],
    ['not explained', count(trial.unexplained.map(({ surface, path }) => `${surface} ${path}`))],
    ['scenario', trial.green ? `"${trial.scenario}" is green` : `"${trial.scenario}" is not green`],
  ];
  const known = rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
  const width = Math.max(...known.map(([label]) => label.length));
  const lines = known.map(
    ([label, value]) =>
      `${label.padEnd(width)}  ${value
        .split('\n')
        .map((line) => printable(line))
        .join(`\n${' '.repeat(width + 2)}`)}`,
  );
  return [...lines, ...trial.problems.map((problem) => `\n${formatProblem(problem)}`), ''].join('\n');
}

function baseUrlOf(honoured: Diagnosis['honoured']): string {
  if (!honoured) return 'no variable that is known was honoured';
  return `${honoured.given ? 'the {{provider}} that it was handed' : honoured.variable} is honoured, ${honoured.dialect}`;
}

/** Each once, with how often. */
function count(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, times]) => (times === 1 ? value : `${value}, ${times} times`)).join('\n');
}

const MOST = 8;

function listed(paths: readonly string[]): string {
  const more = paths.length - MOST;
  return [...paths.slice(0, MOST), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function leftOf(group: boolean, escaped: number): string {
  if (!group && escaped === 0) return 'nothing';
  return [group && 'processes of its group', escaped > 0 && `${escaped} that left its group`].filter(Boolean).join(', ');
}

function agentOf(initialized: Record<string, unknown> | undefined): string | undefined {
  const info = initialized?.['agentInfo'] as { name?: unknown; version?: unknown } | undefined;
  return initialized && ([info?.name, info?.version].filter((part) => typeof part === 'string').join(' ') || 'it does not say its name');
}

function capabilitiesOf({ protocolVersion, agentCapabilities }: Record<string, unknown>): string {
  return `protocol ${String(protocolVersion)}, ${JSON.stringify(agentCapabilities ?? {})}`;
}

function authOf({ initialized, authenticated, turnedAway }: Diagnosis['probe']): string | undefined {
  const away = turnedAway.map(({ id, outcome }) => `"${id}" did not help: ${outcome}`);
  const ids = waysOf(initialized).map(({ id }) => id);
  const needed = authenticated && `needed: "${authenticated.id}" with a placeholder key was enough`;
  const offered = ids.length === 0 || needed || away.length > 0 ? undefined : `offered, not needed: ${ids.join(', ')}`;
  return [...away, needed ?? offered].filter((line) => line !== undefined).join('\n');
}
