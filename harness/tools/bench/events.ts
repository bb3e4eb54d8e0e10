import { createTap } from '../../acp/index.js';
import { createCounts } from '../../normalize/index.js';
import { parseSessionLog } from '../../replay/index.js';
import { sessionLogSurface, transcriptSurface } from '../../surfaces/index.js';
import { diffLines } from '../../diff/index.js';
import { median, timed, type Measured } from './stats.js';

const EVENTS = 50_000;
const ROUNDS = 5;
const CHUNK = 64 * 1024;
const bindings = { cwd: ['/tmp/bench/cwd'], home: ['/tmp/bench/home'], tmp: ['/tmp/bench/tmp'] };
const session = '736c4bd8-41bd-43fb-9030-b4df3b2a4f83';

/** Frames as a chatty agent sends them: text, and every tenth one a tool update that holds a path. */
function transcriptBytes(): Buffer {
  const update = (index: number) =>
    index % 10 === 0
      ? {
          sessionUpdate: 'tool_call_update',
          toolCallId: `call_${index}`,
          status: 'completed',
          locations: [{ path: `/tmp/bench/cwd/src/${index}.ts` }],
        }
      : { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: ` word${index}` } };
  const lines = Array.from({ length: EVENTS }, (_, index) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: session, update: update(index) } }),
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}

function sessionLogText(): string {
  const header = { type: 'session', version: 0, id: session, createdAt: 0, cwd: '/tmp/bench/cwd', delegationDepth: 0 };
  const event = (seq: number) =>
    seq % 10 === 0
      ? {
          type: 'tool/result',
          seq,
          time: seq,
          data: {
            turn: 1,
            step: 1,
            callId: `call_${seq}`,
            content: [{ type: 'text', text: `read /tmp/bench/cwd/src/${seq}.ts` }],
            isError: false,
          },
        }
      : {
          type: 'assistant/chunk',
          seq,
          time: seq,
          data: { turn: 1, step: 1, chunk: { type: 'text-delta', index: 0, text: ` word${seq}` } },
        };
  return `${[header, ...Array.from({ length: EVENTS }, (_, seq) => event(seq))].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Capture, and parse + normalize, of 50,000 events; the line diff of as many lines with a fifth changed. */
export async function measureEvents(): Promise<Measured> {
  const bytes = transcriptBytes();
  const log = sessionLogText();
  const capture: number[] = [];
  const transcript: number[] = [];
  const sessionLog: number[] = [];
  const diff: number[] = [];
  const lines = log.split('\n');
  const changed = lines.map((line, index) => (index % 5 === 0 ? `${line} changed` : line));
  for (let round = 0; round < ROUNDS; round++) {
    const tap = createTap();
    capture.push(
      await timed(() => {
        for (let start = 0; start < bytes.length; start += CHUNK) tap.agentBytes(bytes.subarray(start, start + CHUNK));
        tap.agentEnd();
      }),
    );
    if (tap.frames.length !== EVENTS) throw new Error(`captured ${tap.frames.length} frames`);
    transcript.push(
      await timed(() => transcriptSurface(tap.frames, { mode: 'strict', scenario: 'bench', bindings, counts: createCounts() })),
    );
    sessionLog.push(
      await timed(() =>
        sessionLogSurface([{ name: 'session.jsonl', log: parseSessionLog(log, 'session.jsonl') }], {
          scenario: 'bench',
          bindings,
          counts: createCounts(),
        }),
      ),
    );
    diff.push(await timed(() => diffLines(lines, changed)));
  }
  const seconds = (samples: readonly number[]) => median(samples) / 1000;
  return {
    figures: {
      capture_50k_s: seconds(capture),
      normalize_50k_s: Math.max(seconds(transcript), seconds(sessionLog)),
      normalize_transcript_50k_s: seconds(transcript),
      normalize_session_log_50k_s: seconds(sessionLog),
      diff_50k_s: seconds(diff),
    },
    samples: { capture_ms: capture, normalize_transcript_ms: transcript, normalize_session_log_ms: sessionLog, diff_ms: diff },
  };
}
