import { compareText } from '../../harness/surfaces/compare-text.js';
import type { RunReport, SurfaceComparison, SurfaceId, SurfaceStatus } from '../../harness/schema/index.js';
import type { BuildInput, CollectedRun } from '../../reporters/model/index.js';

export const MATCHED: SurfaceId[] = ['transcript', 'session-log', 'requests', 'tool-calls', 'workspace', 'outcome', 'conformance'];

/** A surface without files. */
export function surface(id: SurfaceId, status: SurfaceStatus, more: Partial<SurfaceComparison> = {}): SurfaceComparison {
  return {
    surface: id,
    status,
    files: [],
    changes: [],
    changeCounts: {},
    records: { expected: 0, actual: 0 },
    normalized: [],
    notCompared: [],
    ...more,
  };
}

/** A surface of compared files, as the harness would make it: name → expected and actual text. */
export function compared(
  id: SurfaceId,
  files: Record<string, [expected: string | undefined, actual: string | undefined]>,
  more: Partial<SurfaceComparison> = {},
): SurfaceComparison {
  const results = Object.entries(files).map(([name, [expected, actual]]) => compareText(id, name, expected, actual));
  const changeCounts: SurfaceComparison['changeCounts'] = {};
  for (const result of results)
    for (const [kind, count] of Object.entries(result.changeCounts))
      changeCounts[kind as keyof typeof changeCounts] = (changeCounts[kind as keyof typeof changeCounts] ?? 0) + count;
  const statuses = results.map((result) => result.file.status);
  return surface(id, statuses.every((status) => status === 'matched') ? 'matched' : 'changed', {
    files: results.map((result) => result.file),
    changes: results.flatMap((result) => [...result.changes]).slice(0, 200),
    changeCounts,
    ...more,
  });
}

/** A run that matched, unless told otherwise. */
export function report(scenario: string, more: Partial<RunReport> = {}): RunReport {
  return {
    schema: 1,
    scenario,
    description: `What ${scenario} shows.`,
    directory: `tests/snapshots/${scenario}`,
    runMode: 'replay',
    seam: 'session',
    compare: { mode: 'strict' },
    agent: { profile: 'reference', command: ['node', 'agent/main.js', '--config', 'replay.json'], version: '0.1.0', node: 'v20.20.2' },
    provenance: { kind: 'recorded', recordedAt: '2026-11-28T10:00:00Z', model: 'deepseek-chat', tool: 'playwright-acp 0.1.0' },
    outcome: { exitCode: 0, signal: null, shutdown: 'stdin-end', stopReasons: ['end_turn'] },
    durationMs: 212,
    surfaces: MATCHED.map((id) => surface(id, 'matched')),
    findings: [],
    steps: [],
    timeline: [],
    stderrTail: '',
    loosenings: [],
    written: [],
    ...more,
  };
}

export function run(of: RunReport, more: Partial<CollectedRun> = {}): CollectedRun {
  return {
    report: of,
    project: 'replay',
    title: of.scenario,
    location: 'tests/all.spec.ts:5',
    retry: 0,
    repeat: 0,
    ordinal: 1,
    testStatus: of.surfaces.some(({ status }) => status === 'changed') ? 'failed' : 'passed',
    ...more,
  };
}

export function input(runs: CollectedRun[], more: Partial<BuildInput> = {}): BuildInput {
  return {
    runs,
    metadata: {
      schema: 1,
      runMode: 'replay',
      updateMode: 'none',
      tool: { version: '0.1.0', node: 'v20.20.2', playwright: '1.65.1', platform: 'linux' },
      findings: [],
    },
    startedAt: '2026-11-30T12:00:00.000Z',
    durationMs: 4_123,
    notes: [],
    ...more,
  };
}

export function jsonl(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const update = (fields: Record<string, unknown>): unknown => ({
  from: 'agent',
  segment: 'turn 1',
  frame: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: '{{session#1}}', update: fields } },
});

/** Records of a small transcript with one tool call. */
export function transcript(title = 'Edit config.txt', answer = 'Done: the port is 8080 now.'): unknown[] {
  return [
    { type: 'fixture', fixture: 'transcript', schema: 1, scenario: 'file-edit', compare: 'strict' },
    { from: 'client', segment: 'setup', frame: { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } } },
    {
      from: 'agent',
      segment: 'setup',
      frame: {
        jsonrpc: '2.0',
        id: 0,
        result: {
          protocolVersion: 1,
          agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
        },
      },
    },
    {
      from: 'client',
      segment: 'setup',
      frame: { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '{{cwd}}', mcpServers: [] } },
    },
    {
      from: 'agent',
      segment: 'setup',
      frame: { jsonrpc: '2.0', id: 1, result: { sessionId: '{{session#1}}', modes: { currentModeId: 'ask' } } },
    },
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] }),
    {
      from: 'client',
      segment: 'turn 1',
      frame: {
        jsonrpc: '2.0',
        id: 2,
        method: 'session/prompt',
        params: { sessionId: '{{session#1}}', prompt: [{ type: 'text', text: 'Set the port to 8080.' }] },
      },
    },
    { from: 'agent', segment: 'turn 1', chunks: 'agent_thought_chunk', session: '{{session#1}}', pieces: ['I read ', 'the file first.'] },
    update({
      sessionUpdate: 'tool_call',
      toolCallId: '{{call#1}}',
      title: 'Read config.txt',
      kind: 'read',
      status: 'in_progress',
      locations: [{ path: '{{cwd}}/config.txt' }],
    }),
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: '{{call#1}}',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'port=80\nhost=localhost\n' } }],
    }),
    update({
      sessionUpdate: 'tool_call',
      toolCallId: '{{call#2}}',
      title,
      kind: 'edit',
      status: 'in_progress',
      locations: [{ path: '{{cwd}}/config.txt' }],
      rawInput: { path: 'config.txt', old: 'port=80', new: 'port=8080' },
    }),
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: '{{call#2}}',
      status: 'completed',
      content: [{ type: 'diff', path: '{{cwd}}/config.txt', oldText: 'port=80\n', newText: 'port=8080\n' }],
    }),
    { from: 'agent', segment: 'turn 1', chunks: 'agent_message_chunk', session: '{{session#1}}', pieces: [answer] },
    update({ sessionUpdate: 'usage_update', used: 1204, size: 64000 }),
    { from: 'agent', segment: 'turn 1', frame: { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } } },
  ];
}
