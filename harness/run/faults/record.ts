import { METHODS } from '../../acp/index.js';
import type { Fault } from '../../faults/index.js';
import { createCounts, createPathNormalizer } from '../../normalize/index.js';
import { parseSessionLog } from '../../replay/index.js';
import type { FaultRecord } from '../../schema/index.js';
import { isStateFile } from '../../surfaces/index.js';
import { callsOf } from '../decisions.js';
import type { Run } from '../run.js';

export interface FaultContext {
  fault: Fault;
  call: number;
  times?: number;
  /** Which prompt of the run met it, from 1. */
  turn: number;
}

/** Longer texts are an agent's own words to no end. */
const MOST_SAID = 400;

/** What an agent made of a fault, from a run that met it. Volatile values are tokens. */
export function recordOf(run: Run, { fault, call, times, turn }: FaultContext): FaultRecord {
  const text = textsOf(run);
  const prompt = run.outcome?.prompts[turn - 1];
  const end = endOf(run, prompt);
  const chunks = callsOf(run.decisions).find((decision) => decision.fault)?.fault?.chunks;
  const said = saidIn(run, turn);
  // How far an agent had come when we ended it says something about the machine.
  const retries = end === 'answered' || end === 'exited' ? retriesOf(run, fault) : undefined;
  const log = logOf(run);
  const left = leftBy(run);
  const findings = findingsOf(run);
  return {
    type: 'fault',
    fault: fault.text,
    call,
    ...(times !== undefined && { times }),
    ...(chunks && { chunks }),
    end,
    ...(prompt?.stopReason !== undefined && { stopReason: prompt.stopReason }),
    ...(prompt?.error && { error: { code: prompt.error.code, message: text(prompt.error.message) } }),
    ...(said !== '' && end === 'answered' && { said: cut(text(said)) }),
    ...(retries !== undefined && { retries }),
    ...(log && { log }),
    ...(run.exit && { exit: { exitCode: run.exit.exitCode, signal: run.exit.signal, shutdown: run.exit.shutdown } }),
    ...(left.length > 0 && { left }),
    ...(findings.length > 0 && { findings }),
  };
}

/** What the error of the prompt's answer holds beside its message, as text: it may name requests and times, so it is never compared. */
export function detailOf(run: Run): string | undefined {
  const answer = run.frames.findLast(({ from, value }) => from === 'agent' && value?.['error'] !== undefined && value['error'] !== null);
  const data = (answer?.value?.['error'] as { data?: unknown } | undefined)?.data;
  if (data === undefined || data === null) return undefined;
  return cut(textsOf(run)(typeof data === 'string' ? data : JSON.stringify(data)));
}

/** Further attempts at the call that met the fault, as far as they were seen. */
export function retriesOf(run: Run, fault: Fault): number | undefined {
  const calls = callsOf(run.decisions);
  const first = calls.find((decision) => decision.fault);
  // Nobody listens to attempts that are refused; an agent of the session seam notes them itself.
  if (fault.name === 'refused' || !first) return run.logs.length > 0 ? retriesInLog(run) : undefined;
  return calls.filter(({ lane, place }) => lane === first.lane && place === first.place).length - 1;
}

function endOf(run: Run, prompt: { stopReason?: string | undefined; error?: unknown } | undefined): FaultRecord['end'] {
  const answered = prompt?.stopReason !== undefined || prompt?.error !== undefined;
  if (run.exit?.shutdown === 'exited-early' && !answered) return 'exited';
  if (!answered) return 'unanswered';
  return run.failure?.code === 'ACP_DEADLINE' ? 'cancelled' : 'answered';
}

/** Paths of the run and the address of its provider, which are others each time. */
function textsOf({ bindings, providerUrl }: Run): (text: string) => string {
  const paths = createPathNormalizer(bindings ?? { cwd: [], home: [], tmp: [] }, createCounts());
  if (providerUrl === undefined) return paths;
  const { host, port } = new URL(providerUrl);
  return (text) =>
    paths(text)
      .replaceAll(providerUrl, '{{provider}}')
      .replaceAll(host, '{{provider}}')
      .replaceAll(new RegExp(`\\b${port}\\b`, 'g'), '{{port}}');
}

/** What the agent said from the prompt of a turn on. */
function saidIn({ frames }: Run, turn: number): string {
  const prompts = frames.flatMap(({ from, value }, at) => (from === 'client' && value?.['method'] === METHODS.sessionPrompt ? [at] : []));
  return frames
    .slice(prompts[turn - 1] ?? frames.length)
    .map(({ from, value }) => {
      const update = (value?.['params'] as { update?: { sessionUpdate?: unknown; content?: { text?: unknown } } } | undefined)?.update;
      const said = from === 'agent' && update?.sessionUpdate === 'agent_message_chunk' ? update.content?.text : undefined;
      return typeof said === 'string' ? said : '';
    })
    .join('');
}

const cut = (text: string): string => (text.length > MOST_SAID ? `${text.slice(0, MOST_SAID - 1)}…` : text);

function logOf({ logs, sessionLogs }: Run): FaultRecord['log'] {
  if (sessionLogs) {
    const torn = sessionLogs.logs.filter((log) => log.torn !== undefined).length;
    return { files: sessionLogs.logs.length, ...(torn > 0 && { torn }) };
  }
  if (logs.length === 0) return undefined;
  const torn = logs.filter((log) => log.torn !== undefined).length;
  return { files: logs.length, ...(torn > 0 && { torn }), turn: lastTurn(logs[0]!.text) };
}

/** How the last turn of a log stands: its reason, with the code of what failed; `open` where nothing ended it. */
function lastTurn(text: string): string {
  const events = eventsOf(text);
  const last = events.findLast(({ type }) => type === 'turn/start' || type === 'turn/end');
  if (last?.type !== 'turn/end') return last ? 'open' : 'none';
  const { kind, failure } = (last.data['reason'] ?? {}) as { kind?: unknown; failure?: { code?: unknown } };
  return [kind, failure?.code].filter((part) => typeof part === 'string').join(' ');
}

const retriesInLog = ({ logs }: Run): number =>
  logs.flatMap(({ text }) => eventsOf(text)).filter(({ type }) => type === 'llm/retry-started').length;

function eventsOf(text: string): { type: string; data: Record<string, unknown> }[] {
  try {
    return parseSessionLog(text, 'session.jsonl').events;
  } catch {
    return [];
  }
}

/** Agents name what they leave by the time. */
const TIME = /\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:[-.]\d+)?Z?/g;

function leftBy({ exit, strays, workspace, profile }: Run): string[] {
  const homeless = workspace.filter((file) => file.root !== 'cwd' && !isStateFile(file, profile.state ?? []));
  return [
    ...(exit?.endedLeftovers ? ['processes of its group'] : []),
    ...(strays || exit?.drained === false ? ['processes outside its group'] : []),
    ...homeless.map(({ root, path }) => `{{${root}}}/${path.replaceAll(TIME, '{{time}}')}`).toSorted(),
  ];
}

/** How it ended stands elsewhere; what the model called is none of this. */
const ELSEWHERE = new Set(['agent-crash', 'agent-hang', 'process-left', 'pipe-held', 'unknown-tool']);

function findingsOf({ findings }: Run): string[] {
  const broken = findings.filter(({ severity, allowed, rule }) => severity === 'error' && !allowed && !ELSEWHERE.has(rule));
  return [...new Set(broken.map(({ rule }) => rule))].toSorted();
}
