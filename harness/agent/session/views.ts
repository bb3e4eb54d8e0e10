import type { SessionUpdate, ToolCallContent, ToolCallStatus } from '@agentclientprotocol/sdk';
import { prepareCall, type PreparedCall, type ToolCall } from '../toolbox/prepare.js';
import { absolutePath } from '../toolbox/paths.js';
import type { FileDiff } from '../toolbox/tool.js';

type ToolCallUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

/** How a client is told of a call. It follows from the call alone, so that a loaded session shows what the live one did. */
export function toolCallView(call: ToolCall, cwd: string): Omit<ToolCallUpdate, 'sessionUpdate' | 'status'> {
  const prepared = prepareCall(call);
  const { tool, args } = 'tool' in prepared ? prepared : { tool: undefined, args: undefined };
  return {
    toolCallId: call.id,
    title: call.name,
    name: call.name,
    kind: tool?.kind ?? 'other',
    ...(tool && args ? tool.view(args, cwd) : {}),
    rawInput: args ?? rawArguments(prepared),
  };
}

/** How a client is told of a result: a change as its diff, a command's output as console text, all else as it is. */
export function toolResultView(
  callId: string,
  name: string,
  data: { text: string; isError: boolean; diffs?: FileDiff[] },
  cwd: string,
): Extract<SessionUpdate, { sessionUpdate: 'tool_call_update' }> {
  const status: ToolCallStatus = data.isError ? 'failed' : 'completed';
  return { sessionUpdate: 'tool_call_update', toolCallId: callId, status, content: resultContent(name, data, cwd) };
}

function resultContent(
  name: string,
  { text, isError, diffs }: { text: string; isError: boolean; diffs?: FileDiff[] },
  cwd: string,
): ToolCallContent[] {
  if (diffs) return diffs.map((diff) => ({ type: 'diff', ...diff, path: absolutePath(diff.path, cwd) }));
  const shown = name === 'bash' && !isError ? `\`\`\`console\n${text.replace(/\n$/u, '')}\n\`\`\`` : text;
  return [{ type: 'content', content: { type: 'text', text: shown } }];
}

function rawArguments({ call }: PreparedCall): unknown {
  try {
    return JSON.parse(call.arguments) as unknown;
  } catch {
    return { arguments: call.arguments };
  }
}
