/**
 * What this agent offers over ACP, as data. A contract test finds for each entry a scenario that shows it.
 */
export const CAPABILITIES = {
  /** Requests and notifications that it takes. */
  methods: [
    'initialize',
    'authenticate',
    'session/new',
    'session/load',
    'session/resume',
    'session/list',
    'session/close',
    'session/set_mode',
    'session/set_config_option',
    'session/prompt',
    'session/cancel',
    '$/cancel_request',
  ],
  /** Requests and notifications that it sends. */
  clientMethods: [
    'session/update',
    'session/request_permission',
    'fs/read_text_file',
    'fs/write_text_file',
    'terminal/create',
    'terminal/wait_for_exit',
    'terminal/output',
    'terminal/kill',
    'terminal/release',
  ],
  /** Kinds of `session/update` that it sends. */
  updates: [
    'user_message_chunk',
    'agent_message_chunk',
    'agent_thought_chunk',
    'tool_call',
    'tool_call_update',
    'plan',
    'available_commands_update',
    'current_mode_update',
    'config_option_update',
    'session_info_update',
    'usage_update',
  ],
  stopReasons: ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'],
  promptContent: ['text', 'resource_link', 'resource', 'image'],
  modes: ['ask', 'auto', 'read-only'],
  configOptions: ['mode', 'thinking', 'steps'],
  tools: ['read', 'write', 'edit', 'bash', 'process', 'glob', 'grep', 'todo', 'subagent', 'subagent_fork', 'subagent_continue'],
  commands: ['mode'],
} as const;
