import { succeeded, type PlanEntry, type Tool } from './tool.js';

export const todoTool: Tool = {
  schema: {
    name: 'todo',
    description:
      'Shows the user the plan for a longer task. Each call replaces the whole plan: send all entries, with those that are done marked completed. Have one entry in progress at a time.',
    parameters: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          description: 'All entries, in order.',
          items: {
            type: 'object',
            properties: {
              content: { type: 'string', description: 'What is to be done.' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
              priority: { type: 'string', enum: ['high', 'medium', 'low'], description: 'Default: medium.' },
            },
            required: ['content', 'status'],
            additionalProperties: false,
          },
        },
      },
      required: ['todos'],
      additionalProperties: false,
    },
  },
  kind: 'think',
  changes: false,
  view: () => ({ title: 'Update the plan' }),
  async run(args) {
    const todos = args['todos'] as (Omit<PlanEntry, 'priority'> & Partial<PlanEntry>)[];
    const plan = todos.map(({ content, status, priority = 'medium' }) => ({ content, priority, status }));
    const done = plan.filter(({ status }) => status === 'completed').length;
    return succeeded(`The plan was updated: ${done} of ${plan.length} entries are completed.`, { plan });
  },
};
