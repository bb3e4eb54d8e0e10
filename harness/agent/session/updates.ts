import type { ContentBlock, SessionConfigOption, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import type { StreamChunk, Usage } from '../../schema/chunk.js';
import type { MessageBlock } from '../../schema/model-request.js';
import type { LogEvent } from '../log/event.js';
import type { FileDiff, PlanEntry } from '../toolbox/tool.js';
import { toolCallView, toolResultView } from './views.js';

/** What updates depend on beside the event itself. */
export interface UpdateView {
  /** Id of the session. A client that shows several must not take a message of one for that of another. */
  session: string;
  /** A live turn streams chunks and does not echo the prompt; a loaded one shows whole messages. */
  live: boolean;
  cwd: () => string;
  contextWindow: number;
  configOptions: () => SessionConfigOption[];
  /** Whether a call still waits for the user. */
  waits: (tool: string) => boolean;
}

/** Tells, event by event in log order, which updates the client is to get. The log is the only source of them. */
export function createUpdates(view: UpdateView): (event: LogEvent) => SessionUpdate[] {
  const names = new Map<string, string>();
  const terminals = new Map<string, ToolCallContent>();
  let usage: Usage | undefined;
  let attempt = 0;
  const text = (
    kind: 'agent_message_chunk' | 'agent_thought_chunk',
    { turn, step }: Record<string, unknown>,
    block: number | string,
    said: string,
  ): SessionUpdate => {
    const retry = attempt === 0 ? '' : `.${attempt}`;
    return {
      sessionUpdate: kind,
      content: { type: 'text', text: said },
      messageId: `${view.session}-${turn as number}-${step as number}${retry}-${block}`,
    };
  };

  const chunkUpdates = (data: Record<string, unknown>): SessionUpdate[] => {
    const chunk = data['chunk'] as StreamChunk;
    if (chunk.type === 'text-delta') return [text('agent_message_chunk', data, chunk.index, chunk.text)];
    return chunk.type === 'reasoning-delta' ? [text('agent_thought_chunk', data, chunk.index, chunk.text)] : [];
  };

  const messageUpdates = (data: Record<string, unknown>): SessionUpdate[] => {
    usage = data['usage'] as Usage | undefined;
    if (view.live) return [];
    const blocks = data['content'] as MessageBlock[];
    return blocks.flatMap((block, index) => {
      if (block.type === 'text') return [text('agent_message_chunk', data, index, block.text)];
      return block.type === 'reasoning' ? [text('agent_thought_chunk', data, index, block.text)] : [];
    });
  };

  return function updatesOf(event: LogEvent): SessionUpdate[] {
    const { data } = event;
    const callId = data['callId'] as string;
    switch (event.type) {
      case 'user/message':
        return view.live ? [] : promptUpdates(event, view.session);
      case 'session/title':
        return [{ sessionUpdate: 'session_info_update', title: data['title'] as string, updatedAt: new Date(event.time).toISOString() }];
      case 'step/start':
        attempt = 0;
        return [];
      case 'assistant/chunk':
        return view.live ? chunkUpdates(data) : [];
      case 'llm/retry':
        return view.live && data['discards'] === true
          ? [text('agent_message_chunk', data, 'retry', discarded((data['failure'] as { message: string }).message))]
          : [];
      case 'llm/retry-started':
        attempt = data['retry'] as number;
        return [];
      case 'assistant/message':
        return messageUpdates(data);
      case 'tool/call': {
        const name = data['name'] as string;
        names.set(callId, name);
        const status = view.live && view.waits(name) ? 'pending' : 'in_progress';
        return [
          { sessionUpdate: 'tool_call', ...toolCallView({ id: callId, name, arguments: data['arguments'] as string }, view.cwd()), status },
        ];
      }
      case 'permission/answer':
        return view.live && data['decision'] === 'allow'
          ? [{ sessionUpdate: 'tool_call_update', toolCallId: callId, status: 'in_progress' }]
          : [];
      case 'terminal/open': {
        if (!view.live) return [];
        terminals.set(callId, { type: 'terminal', terminalId: data['terminalId'] as string });
        return [{ sessionUpdate: 'tool_call_update', toolCallId: callId, content: [terminals.get(callId) as ToolCallContent] }];
      }
      case 'plan/update':
        return [{ sessionUpdate: 'plan', entries: data['entries'] as PlanEntry[] }];
      case 'tool/result': {
        const diffs = (data['meta'] as { diffs?: FileDiff[] } | undefined)?.diffs;
        const said = (data['content'] as { text: string }[]).map((block) => block.text).join('\n');
        const shown = { text: said, isError: data['isError'] as boolean, ...(diffs ? { diffs } : {}) };
        const result = toolResultView(callId, names.get(callId) ?? '', shown, view.cwd());
        const terminal = terminals.get(callId);
        // What a call shows is replaced as a whole: its terminal stays.
        return [terminal ? { ...result, content: [terminal, ...(result.content ?? [])] } : result];
      }
      case 'step/end': {
        const spent = usage;
        usage = undefined;
        return spent ? [{ sessionUpdate: 'usage_update', used: tokens(spent), size: view.contextWindow }] : [];
      }
      case 'session/mode':
        return view.live
          ? [
              { sessionUpdate: 'current_mode_update', currentModeId: data['mode'] as string },
              { sessionUpdate: 'config_option_update', configOptions: view.configOptions() },
            ]
          : [];
      case 'session/config':
        return view.live ? [{ sessionUpdate: 'config_option_update', configOptions: view.configOptions() }] : [];
      case 'command/run':
        return commandUpdates(event, view);
      default:
        return [];
    }
  };
}

export const discarded = (why: string): string =>
  `\n\n[The model call failed and is tried again; what it wrote so far does not count: ${why}]\n\n`;

const tokens = ({ inputTokens = 0, cacheReadTokens = 0, outputTokens = 0 }: Usage): number => inputTokens + cacheReadTokens + outputTokens;

function promptUpdates({ seq, data }: LogEvent, session: string): SessionUpdate[] {
  const blocks = (data['prompt'] ?? data['content']) as ContentBlock[];
  return blocks.map((content) => ({ sessionUpdate: 'user_message_chunk', content, messageId: `${session}-${seq}` }));
}

function commandUpdates({ seq, data }: LogEvent, { live, session }: UpdateView): SessionUpdate[] {
  const said = (kind: 'user_message_chunk' | 'agent_message_chunk', text: string): SessionUpdate => ({
    sessionUpdate: kind,
    content: { type: 'text', text },
    messageId: `${session}-${kind === 'user_message_chunk' ? 'command' : 'reply'}-${seq}`,
  });
  return [
    ...(live ? [] : [said('user_message_chunk', `/${data['name'] as string} ${data['input'] as string}`.trim())]),
    said('agent_message_chunk', data['reply'] as string),
  ];
}
