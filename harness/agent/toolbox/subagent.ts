import type { Tool, ToolCallView } from './tool.js';

interface StartArguments {
  description: string;
  prompt: string;
  keep?: boolean;
}

interface ContinueArguments {
  subagent: string;
  description: string;
  prompt: string;
}

const TASK = {
  description: { type: 'string', description: 'What it is to do, in a few words, for the user.' },
  prompt: { type: 'string', description: 'The whole task: what to do, and what to answer.' },
};

const START_PARAMETERS = {
  type: 'object',
  properties: {
    ...TASK,
    keep: { type: 'boolean', description: 'Keep it, so that subagent_continue can go on with it. Default: false.' },
  },
  required: ['description', 'prompt'],
  additionalProperties: false,
};

/** The user allows the whole delegation: the sub-agent itself works unattended. */
const DELEGATION = { kind: 'think', changes: true, sideBySide: true, view } as const;

function view(args: Record<string, unknown>): ToolCallView {
  const { description, prompt } = args as unknown as StartArguments;
  return { title: description, content: [{ type: 'content', content: { type: 'text', text: prompt } }] };
}

const startTool = (name: string, start: 'fresh' | 'fork', description: string): Tool => ({
  schema: { name, description, parameters: START_PARAMETERS },
  ...DELEGATION,
  run(args, { delegate }) {
    const { description: label, prompt, keep = false } = args as unknown as StartArguments;
    return delegate({ description: label, prompt, start, keep });
  },
});

export const subagentTool: Tool = startTool(
  'subagent',
  'fresh',
  "Has a new sub-agent do a part of the work in a copy of the session's folder, and returns its answer; what it changed is merged into the folder, and what has changed here meanwhile is reported as a conflict. It knows nothing but its prompt. Several calls in one reply work at the same time.",
);

export const subagentForkTool: Tool = startTool(
  'subagent_fork',
  'fork',
  'As subagent, but the sub-agent knows the conversation up to the current prompt.',
);

export const subagentContinueTool: Tool = {
  schema: {
    name: 'subagent_continue',
    description: 'Goes on with a sub-agent that was kept: it remembers what it did, and works in a new copy of the folder.',
    parameters: {
      type: 'object',
      properties: { subagent: { type: 'string', description: 'Its name, e.g. agent-1.' }, ...TASK },
      required: ['subagent', 'description', 'prompt'],
      additionalProperties: false,
    },
  },
  ...DELEGATION,
  run(args, { delegate }) {
    const { subagent, description, prompt } = args as unknown as ContinueArguments;
    return delegate({ description, prompt, continues: subagent });
  },
};
