import type { SessionLog, SessionLogEvent } from '../schema/index.js';

/** A broken promise of a raw log. `event` counts from 1; the header is event 0. */
export interface LogProblem {
  readonly rule: 'log-seq' | 'log-time' | 'log-source';
  readonly severity: 'error';
  readonly message: string;
  readonly event: number;
}

/**
 * Checks on the raw log what the expected log drops: `seq` is contiguous from 0, times never run backwards,
 * `sourceEventSeqs` and the like name earlier events. A log that carries no `seq` or no `time` at all is another
 * agent's form; one that carries them on some events only is broken.
 *
 * @returns one problem per rule and event, in order; empty where all holds.
 */
export function checkLogInvariants(log: SessionLog): LogProblem[] {
  return [...checkSeq(log.events), ...checkTime(log), ...checkSources(log.events)].toSorted((a, b) => a.event - b.event);
}

const problem = (rule: LogProblem['rule'], index: number, message: string): LogProblem => ({
  rule,
  severity: 'error',
  message,
  event: index + 1,
});

function checkSeq(events: readonly SessionLogEvent[]): LogProblem[] {
  if (events.every((event) => event.seq === undefined)) return [];
  // After a gap the count goes on from what stands there: one lost event is one problem.
  let next = 0;
  return events.flatMap((event, index) => {
    const expected = next;
    next = (event.seq ?? expected) + 1;
    if (event.seq === expected) return [];
    return [
      problem(
        'log-seq',
        index,
        event.seq === undefined ? `${event.type} has no seq, others have one` : `seq ${event.seq} of ${event.type} follows ${expected - 1}`,
      ),
    ];
  });
}

function checkTime(log: SessionLog): LogProblem[] {
  const { events } = log;
  if (events.every((event) => event.time === undefined)) return [];
  let last = log.header.createdAt;
  return events.flatMap((event, index) => {
    if (event.time === undefined) return [problem('log-time', index, `${event.type} has no time, others have one`)];
    const back = last - event.time;
    last = Math.max(last, event.time);
    return back > 0 ? [problem('log-time', index, `the time of ${event.type} runs ${back} ms backwards`)] : [];
  });
}

/** Each named once and in order, earlier than the one that names them, of its turn and step, about its call. */
function checkSources(events: readonly SessionLogEvent[]): LogProblem[] {
  const bySeq = new Map(events.map((event, index) => [event.seq ?? index, event]));
  return events.flatMap((event, index) => {
    const own = event.seq ?? index;
    const lists = [event.sourceEventSeqs ?? [], ...placesIn(event.data)];
    return lists.flatMap((named) => {
      const tell = (wrong: readonly number[], what: string): LogProblem[] =>
        wrong.length > 0 ? [problem('log-source', index, `${event.type} names event ${wrong.join(', ')}, ${what}`)] : [];
      const late = named.filter((seq) => !Number.isInteger(seq) || seq < 0 || seq >= own);
      if (late.length > 0) return tell(late, `which is not earlier than itself (${own})`);
      return [
        ...tell(
          named.filter((seq, at) => at > 0 && seq <= named[at - 1]!),
          'which it named already, or out of order',
        ),
        ...tell(
          named.filter((seq) => !belongTogether(event, bySeq.get(seq))),
          'which is of another kind, turn, step or call',
        ),
      ];
    });
  });
}

/** What a result and a message are made of. Other events may come of anything. */
const MADE_OF: Readonly<Record<string, string>> = { 'tool/result': 'tool/call', 'assistant/message': 'assistant/chunk' };

/** What both say of their turn, step and call is the same; what one of them does not say is no contradiction. */
function belongTogether(event: SessionLogEvent, source: SessionLogEvent | undefined): boolean {
  if (!source || (MADE_OF[event.type] ?? source.type) !== source.type) return false;
  return ['turn', 'step', 'callId'].every((key) => {
    const [own, named] = [event.data[key], source.data[key]];
    return own === undefined || named === undefined || own === named;
  });
}

function placesIn(data: SessionLogEvent['data']): number[][] {
  return Object.entries(data).flatMap(([key, value]) => (/[a-z]Seqs$/.test(key) && Array.isArray(value) ? [value.map(Number)] : []));
}
