import type { FrameNormalizer } from '../normalize/index.js';
import type { TranscriptRecord } from '../schema/index.js';
import type { CapturedFrame } from './frame.js';
import { continues, readTextChunk, startRun, type ChunkRun, type TextChunk } from './text-chunk.js';

/**
 * Every agent frame in wire order, as sent, with tokens. Neighbouring text chunks of one kind, session and message are
 * one record that keeps its pieces. Client rows are context: one that falls into a run of chunks stands behind it, for
 * when the client spoke is no fact about the agent.
 */
export function strictRecords(frames: readonly CapturedFrame[], normalizer: FrameNormalizer): TranscriptRecord[] {
  const records: TranscriptRecord[] = [];
  let run: { first: TextChunk; record: ChunkRun } | undefined;
  let waiting: TranscriptRecord[] = [];

  function endRun(): void {
    if (run) run.record.pieces = normalizer.pieces(run.record.pieces);
    run = undefined;
    for (const record of waiting) records.push(record);
    waiting = [];
  }

  for (const { from, value, raw } of frames) {
    if (value === undefined) {
      // What the client wrote is known from input.jsonl; only the agent's noise is a fact about the agent.
      if (from === 'client') continue;
      endRun();
      records.push({ from, noise: normalizer.text(raw) });
      continue;
    }
    if (from === 'client') {
      (run ? waiting : records).push({ from, frame: normalizer.frame(value, from) });
      continue;
    }
    // A path may be split over several pieces: paths are replaced when the run is whole.
    const chunk = readTextChunk(value) && readTextChunk(normalizer.frame(value, from, ['fields', 'ids']));
    if (chunk && run && continues(run.first, chunk)) {
      run.record.pieces.push(chunk.text);
      continue;
    }
    endRun();
    if (chunk) {
      run = { first: chunk, record: startRun(chunk) };
      records.push(run.record);
    } else records.push({ from, frame: normalizer.frame(value, from) });
  }
  endRun();
  return records;
}
