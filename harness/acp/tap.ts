import type { CapturedFrame } from '../surfaces/frame.js';
import { createLineSplitter } from './line-splitter.js';
import { readLine } from './read-line.js';

export interface TapOptions {
  /** A longer line is noise, and only its start is kept. 64 MiB where absent. */
  maxFrameBytes?: number;
  /** A monotonic clock in ms; `performance.now` where absent. */
  now?: () => number;
}

/** `index` is the frame's place in `Tap.frames`. Must not throw. */
export type FrameListener = (frame: CapturedFrame, index: number) => void;

/**
 * Taps the bytes of both directions. It never talks back: what is not a frame is kept as noise.
 *
 * @example
 * const tap = createTap();
 * const agent = await bootAgent({ …, onStdout: tap.agentBytes, onStdoutEnd: tap.agentEnd });
 */
export interface Tap {
  /** All lines of both directions in the order they were seen. Grows while the agent runs. */
  readonly frames: readonly CapturedFrame[];
  /** Bytes of the agent's stdout so far. */
  readonly agentByteCount: number;
  /** When the last byte of the agent came, on the tap's clock. */
  readonly lastAgentByte: number;
  readonly agentBytes: (chunk: Uint8Array) => void;
  readonly agentEnd: () => void;
  /** Bytes that are about to be written to the agent's stdin. */
  readonly clientBytes: (chunk: Uint8Array) => void;
  readonly clientEnd: () => void;
  /** Calls `listener` with every agent line from index `from` of `frames` on, also those already seen, in order. Returns how to stop. */
  readonly onAgentFrame: (listener: FrameListener, from?: number) => () => void;
  /** Milliseconds since the tap was made. */
  readonly elapsed: () => number;
}

const DEFAULT_MAX_FRAME_BYTES = 64 * 1024 * 1024;

export function createTap(options: TapOptions = {}): Tap {
  const { maxFrameBytes = DEFAULT_MAX_FRAME_BYTES, now = () => performance.now() } = options;
  const start = now();
  const frames: CapturedFrame[] = [];
  const listeners = new Set<FrameListener>();
  let agentByteCount = 0;
  let lastAgentByte = 0;

  const direction = (from: CapturedFrame['from']) => {
    let line = 0;
    return createLineSplitter(maxFrameBytes, (split) => {
      const frame: CapturedFrame = { from, at: now() - start, line: ++line, ...readLine(split) };
      frames.push(frame);
      if (from === 'agent') for (const listener of listeners) listener(frame, frames.length - 1);
    });
  };
  const agent = direction('agent');
  const client = direction('client');
  return {
    frames,
    get agentByteCount() {
      return agentByteCount;
    },
    get lastAgentByte() {
      return lastAgentByte;
    },
    agentBytes(chunk) {
      agentByteCount += chunk.length;
      lastAgentByte = now() - start;
      agent.push(chunk);
    },
    agentEnd: () => agent.end(),
    clientBytes: (chunk) => client.push(chunk),
    clientEnd: () => client.end(),
    onAgentFrame(listener, from = 0) {
      for (const [offset, frame] of frames.slice(from).entries()) if (frame.from === 'agent') listener(frame, from + offset);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    elapsed: () => now() - start,
  };
}
