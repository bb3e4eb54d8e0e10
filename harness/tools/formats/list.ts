import * as z from 'zod';
import {
  authoredError,
  authoredHang,
  authoredReply,
  cassetteHeader,
  exchange,
  faultRecord,
  faultsHeader,
  inputHeader,
  inputStep,
  outcome,
  plainExchange,
  replayOverride,
  reportFile,
  requestRecord,
  requestsHeader,
  reviewManifest,
  runReport,
  sessionExpectedHeader,
  sessionLogEvent,
  sessionLogHeader,
  streamChunk,
  toolSchema,
  transcriptHeader,
  transcriptRecord,
  workspaceManifest,
} from '../../schema/index.js';

/** One published format: the schema of the whole file, or of one of its lines. */
export interface Format {
  /** Of the schema: `playwright-acp/schemas/<name>.json`. */
  name: string;
  file: string;
  what: string;
  /** A JSONL file is described line by line. */
  lines: boolean;
  records: readonly z.ZodType[];
}

const options = (union: { options: readonly unknown[] }): z.ZodType[] => [...(union.options as z.ZodType[])];

export const FORMATS: readonly Format[] = [
  {
    name: 'input',
    file: 'input.jsonl',
    what: 'What the client does. The header line declares the scenario; every later line is one action.',
    lines: true,
    records: [inputHeader, ...options(inputStep)],
  },
  {
    name: 'session',
    file: 'session.jsonl',
    what: "The agent's own log as recorded: the replay source. It has no header of ours.",
    lines: true,
    records: [sessionLogHeader, sessionLogEvent],
  },
  {
    name: 'session-expected',
    file: 'session.expected.jsonl',
    what: 'The expected log, once it has moved on from the recorded one. Events as in `session.jsonl`, without seq and times.',
    lines: true,
    records: [sessionExpectedHeader],
  },
  {
    name: 'transcript',
    file: 'transcript.expected.jsonl',
    what: 'Every frame from the agent; rows of the client are context and never compared.',
    lines: true,
    records: [transcriptHeader, ...options(transcriptRecord)],
  },
  {
    name: 'requests',
    file: 'requests.expected.jsonl',
    what: 'What each model call received, by lane and place.',
    lines: true,
    records: [requestsHeader, requestRecord],
  },
  {
    name: 'provider-replay',
    file: 'provider-replay.jsonl',
    what: 'The provider’s side in the provider seam: recorded exchanges, or replies written by hand in no dialect; not both.',
    lines: true,
    records: [cassetteHeader, exchange, plainExchange, authoredReply, authoredError, authoredHang],
  },
  {
    name: 'faults',
    file: 'faults.expected.jsonl',
    what: 'What the agent makes of faults of its provider, one record a fault. A scenario may have it or not.',
    lines: true,
    records: [faultsHeader, faultRecord],
  },
  { name: 'outcome', file: 'outcome.expected.json', what: 'How the agent ended, and each prompt.', lines: false, records: [outcome] },
  {
    name: 'tool-schemas',
    file: 'tool-schemas.expected.json',
    what: 'The tools of a header class; only in its pin. In the provider seam they stand as the agent’s dialect words them.',
    lines: false,
    records: [z.array(z.union([toolSchema, z.record(z.string(), z.unknown())]))],
  },
  {
    name: 'replay-override',
    file: 'replay.override.json',
    what: 'The model’s side, written by hand: a whole list of entries, or patches by index of the derived script.',
    lines: false,
    records: options(replayOverride),
  },
  { name: 'chunk', file: 'a chunk of an entry', what: 'One streamed piece of a model call.', lines: true, records: options(streamChunk) },
  {
    name: 'workspace-manifest',
    file: 'workspace.expected/.manifest.json',
    what: 'Stands for files that are too big to keep.',
    lines: false,
    records: [workspaceManifest],
  },
  { name: 'report', file: 'playwright-acp-report/report.json', what: 'The report for programs.', lines: false, records: [reportFile] },
  {
    name: 'review',
    file: 'playwright-acp-report/review.json',
    what: 'What `review` and `apply` read.',
    lines: false,
    records: [reviewManifest],
  },
  { name: 'run', file: 'the attachment `_acp:run`', what: 'What one run tells the reporter.', lines: false, records: [runReport] },
];

/** JSON Schema (2020-12) of a file, or of one line of it. */
export function jsonSchema({ name, file, what, lines, records }: Format): Record<string, unknown> {
  const whole = records.length === 1 ? records[0]! : z.union(records);
  // As read: what has a default may be left out.
  const schema = z.toJSONSchema(whole, { io: 'input', unrepresentable: 'any' });
  return { $id: `https://playwright-acp/schemas/${name}.json`, title: lines ? `One line of ${file}` : file, description: what, ...schema };
}
