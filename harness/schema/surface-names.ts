/** The independently compared outputs of a run, in the order reports show them. Without zod: the report's page shows them too. */
export const SURFACES = [
  'transcript',
  'session-log',
  'requests',
  'system-prompt',
  'tool-schemas',
  'tool-calls',
  'workspace',
  'outcome',
  'conformance',
] as const;

export const SURFACE_TITLES: Record<(typeof SURFACES)[number], string> = {
  transcript: 'Transcript',
  'session-log': 'Session log',
  requests: 'Model requests',
  'system-prompt': 'System prompt',
  'tool-schemas': 'Tool schemas',
  'tool-calls': 'Tool calls',
  workspace: 'Workspace',
  outcome: 'Outcome',
  conformance: 'Conformance',
};
