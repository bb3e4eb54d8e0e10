import { formatJsonl } from '../jsonl/index.js';

/** Names no file on disk: the surface is a view on the session log. */
export const TOOL_CALLS_VIEW = 'tool-calls';

type Json = Record<string, unknown>;

/**
 * The tool calls of an expected or actual log (its text as `sessionLogSurface` writes it), one record a call in the
 * order they were made, each with its result. Arguments that are JSON stand as JSON, so that a change names the field.
 */
export function toolCallsView(log: string): string {
  const calls = new Map<unknown, Json>();
  const records: Json[] = [];
  for (const line of log.split('\n')) {
    // Most lines are chunks: parsing them all would double the cost of the surface.
    if (!line.includes('"tool/')) continue;
    const { type, data } = JSON.parse(line) as { type: unknown; data?: Json };
    if (!data || (type !== 'tool/call' && type !== 'tool/result')) continue;
    if (type === 'tool/call') {
      const record = { call: data['callId'], name: data['name'], arguments: parsed(data['arguments']), result: null };
      calls.set(data['callId'], record);
      records.push(record);
      continue;
    }
    const result = resultOf(data);
    const call = calls.get(result['call']);
    if (call && call['result'] === null) call['result'] = result['value'];
    else records.push({ call: result['call'], name: null, arguments: null, result: result['value'] });
  }
  return formatJsonl(records);
}

/**
 * As {@link toolCallsView}, of a transcript: for agents whose log has a form of its own. A call is what all its updates
 * say together; the name of a tool is what the agent shows of it.
 */
export function toolCallsOfTranscript(transcript: string): string {
  const calls = new Map<string, Json>();
  for (const line of transcript.split('\n')) {
    if (!line.includes('"toolCallId"')) continue;
    const { frame, session, state } = JSON.parse(line) as {
      frame?: { params?: { sessionId?: unknown; update?: Json } };
      session?: string;
      state?: Json;
    };
    const update = frame?.params?.update ?? state;
    if (update?.['toolCallId'] === undefined) continue;
    const id = JSON.stringify([frame?.params?.sessionId ?? session, update['toolCallId']]);
    calls.set(id, { ...calls.get(id), ...update });
  }
  return formatJsonl(
    [...calls.values()].map((call) => ({
      call: call['toolCallId'],
      name: call['name'] ?? call['title'] ?? null,
      arguments: call['rawInput'] ?? null,
      result: { status: call['status'] ?? null, content: call['content'] ?? null, output: call['rawOutput'] ?? null },
    })),
  );
}

/** A result stands flat in the event, or as a block of a message in it. */
function resultOf(data: Json): { call: unknown; value: Json } {
  const message = data['message'] as { content?: Json[] } | undefined;
  const block = message?.content?.find((item) => item['type'] === 'tool-result');
  const { content, isError, meta } = { ...data, ...block };
  return { call: block?.['toolCallId'] ?? data['callId'], value: { content, isError, ...(meta !== undefined && { meta }) } };
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
