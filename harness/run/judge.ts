import { formatJsonl } from '../jsonl/index.js';
import { SURFACES_OF, type Capture, type Part } from '../mutate/index.js';
import { parseSessionLog } from '../replay/index.js';
import { SURFACES } from '../schema/index.js';
import { expectedFiles } from '../surfaces/index.js';
import { committedFiles, compareRun } from './compare.js';
import { findingsOf, type FindingSource } from './findings.js';
import { neverAccept } from './never-accept.js';
import { judgeReplay } from './replay-problems.js';
import type { Run } from './run.js';
import { surfacesOf } from './surfaces.js';

/** Findings that a change of one part can bring: those of the others are the same as before. */
const FINDINGS_OF: Readonly<Record<Part, readonly FindingSource[]>> = {
  frames: ['frames'],
  log: ['logs'],
  foreign: ['logs'],
  requests: ['logs', 'calls'],
  files: [],
  outcome: [],
};

/** What a run captured, with its logs read. @throws AcpError where a log cannot be read or the agent was never booted */
export function captureOf(run: Run): Capture {
  const logs = run.logs.map(({ session, text }) => {
    const { header, events } = parseSessionLog(text, `${session}.jsonl`);
    return { session, log: { header, events } };
  });
  const { frames, decisions, workspace, outcome, bindings, sessionLogs } = run;
  return { frames, logs, ...(sessionLogs && { sessionLogs }), decisions, workspace, outcome: outcome!, bindings: bindings! };
}

/** Lines of records that no mutation touched: writing them out anew for each of thousands of mutants would cost most of the time. */
const lines = new WeakMap<object, string>();

function lineOf(record: object): string {
  let line = lines.get(record);
  if (line === undefined) lines.set(record, (line = formatJsonl([record])));
  return line;
}

/** The run with its recorded log normalized once: it is the expectation of every mutant. */
export function withExpectedLogs(run: Run): Run {
  const { scenario, profile } = run;
  const logs = expectedFiles('session-log', committedFiles(run), { scenario: scenario.name, normalizers: profile.normalizers });
  const expected = new Map([...scenario.files.expected].filter(([name]) => !scenario.files.logs.has(name)));
  return { ...run, scenario: { ...scenario, files: { ...scenario.files, expected: new Map([...expected, ...logs]), logs: new Map() } } };
}

/**
 * Judges a changed capture as the suite would judge the run that produced it: every declared surface against what is
 * committed, then what may never be expected. `part` says that only this part was changed.
 *
 * @returns what failed first: a surface, or a code or rule; undefined where all passes
 */
export async function judgeCapture(run: Run, capture: Capture, part?: Part): Promise<string | undefined> {
  const changed: Run = {
    ...run,
    ...capture,
    logs: capture.logs.map(({ session, log }) => ({ session, text: [log.header, ...log.events].map(lineOf).join('') })),
  };
  // What one part says shows in its own surfaces alone.
  for (const surface of part === undefined ? SURFACES : SURFACES_OF[part]) {
    const [comparison] = compareRun({ ...changed, surfaces: surfacesOf(changed, [surface]) });
    if (comparison && comparison.status !== 'matched' && comparison.status !== 'skipped') return surface;
  }
  const findings = await findingsOf(changed, run.profile, run.scenario.header, part === undefined ? undefined : FINDINGS_OF[part]);
  const { refused, leftOver } = judgeReplay(run.scenario, changed.decisions, run.runMode);
  const [problem] = neverAccept({ ...changed, findings, replayProblems: [...refused, ...leftOver] });
  if (!problem) return undefined;
  return findings.find(({ severity, allowed }) => severity === 'error' && !allowed)?.rule ?? problem.code;
}
