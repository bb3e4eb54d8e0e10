import type { FrameNormalizer } from '../normalize/index.js';
import type { TranscriptRecord } from '../schema/index.js';
import { partSessions, readMessages, toolCallOf, type Message } from './causal-messages.js';
import { createSpineSorter, type SpineSorter } from './causal-order.js';
import { formSession, isStrand, type Segment, type ToolStrand } from './causal-strands.js';
import type { CapturedFrame } from './frame.js';
import { continues, readTextChunk, startRun, type ChunkRun, type TextChunk } from './text-chunk.js';

/**
 * The canonical form of a transcript: two runs that differ only in allowed races give the same records. The connection's
 * frames first, then session by session in the order the client made them; in each, segment by segment: the client's
 * requests as context, the spine with each tool's strand under its start, the responses; metadata last. Ids are
 * numbered only now, for numbers given by arrival would make two legal runs differ.
 *
 * @param order tool call ids in the order of the replay source.
 * @param isBeside whether a frame about a tool comes when it may: it stands behind the others of its strand.
 */
export function causalRecords(
  frames: readonly CapturedFrame[],
  normalizer: FrameNormalizer,
  order: readonly string[],
  isBeside?: (frame: unknown) => boolean,
): TranscriptRecord[] {
  const forms = [...partSessions(readMessages(frames, normalizer))].map(([session, messages]) =>
    formSession(messages, session === undefined, isBeside),
  );
  const spines = forms.flatMap(({ segments }) => segments.map(({ spine }) => spine));
  const writer = createWriter(normalizer, createSpineSorter(normalizer, order, spines));
  for (const { segments, metadata } of forms) {
    for (const segment of segments) writer.segment(segment);
    for (const { kind, messages: values } of metadata)
      for (const message of values) writer.message(message, { strand: `metadata:${kind}` });
  }
  return writer.records;
}

interface Place {
  readonly segment?: string;
  readonly strand?: string;
}

interface Writer {
  readonly records: TranscriptRecord[];
  segment(segment: Segment): void;
  message(message: Message, place: Place): void;
}

function createWriter(normalizer: FrameNormalizer, sortSpine: SpineSorter): Writer {
  const records: TranscriptRecord[] = [];

  const numbered = ({ frame, from }: Message): Record<string, unknown> => normalizer.frame(frame, from, ['ids']);

  function message(item: Message, place: Place, frame = item.kind === 'noise' ? item.frame : numbered(item)): void {
    if (item.kind === 'noise') records.push({ from: 'agent', noise: frame['noise'] as string });
    else records.push({ from: item.from, ...place, frame });
    if (item.answer && item.from === 'agent') message(item.answer, place);
  }

  function strand({ start, rest }: ToolStrand, segment: string): void {
    const [first, ...others] = start ? [start, ...rest] : rest;
    const frame = numbered(first!);
    const place = { segment, strand: `tool:${toolCallOf({ ...first!, frame })}` };
    message(first!, place, frame);
    for (const item of others) message(item, place);
  }

  function segment({ name, requests, notices, spine }: Segment): void {
    const place = { segment: name };
    for (const request of requests) message(request, place);
    let run: { first: TextChunk; record: ChunkRun } | undefined;
    const endRun = (): void => {
      if (run) run.record.pieces = [normalizer.text(run.record.pieces.join(''))];
      run = undefined;
    };
    for (const item of sortSpine(spine)) {
      const chunk = isStrand(item) ? undefined : readTextChunk(item.frame);
      if (chunk && run && continues(run.first, chunk)) {
        run.record.pieces.push(chunk.text);
        continue;
      }
      endRun();
      if (isStrand(item)) strand(item, name);
      else if (chunk) {
        run = { first: chunk, record: startRun(readTextChunk(numbered(item))!, place) };
        records.push(run.record);
      } else message(item, place);
    }
    endRun();
    for (const notice of notices) message(notice, place);
    for (const { answer } of requests) if (answer) message(answer, place);
  }

  return { records, segment, message };
}
