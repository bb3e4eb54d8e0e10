import type { BuildInput } from '../../reporters/model/index.js';
import { png } from './pictures.js';
import { compared, input, jsonl, report, run, surface, transcript } from './samples.js';

const normalized = [
  { name: 'session-id', reason: 'minted per run', count: 9 },
  { name: 'cwd', reason: 'temp workspace', count: 4 },
  { name: 'call-id', reason: 'by first sight', count: 6 },
];

const timeline = [
  { track: 'client' as const, label: 'initialize', start: 38, end: 45 },
  { track: 'client' as const, label: 'session/new', start: 46, end: 55 },
  { track: 'client' as const, label: 'session/prompt', start: 56, end: 200 },
  { track: 'model' as const, label: 'model call 1', start: 60, end: 98 },
  { track: 'model' as const, label: 'model call 2', start: 128, end: 196 },
  { track: 'tools' as const, label: 'Read config.txt', start: 100, end: 124 },
  { track: 'tools' as const, label: 'Edit config.txt', start: 104, end: 127 },
  ...[57, 66, 72, 80, 88, 99, 104, 124, 127, 140, 155, 171, 190, 200].map((start) => ({
    track: 'agent' as const,
    label: 'session/update',
    start,
  })),
];

const lines = (count: number, changed: number[] = []): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `${changed.includes(index) ? `Rule ${index}: ask before you write outside the workspace.` : `Rule ${index}: keep answers short and name the file.`}\n`,
  ).join('');

/** A whole run as a reader meets it: most scenarios matched, some changed in every way there is. */
export function corpus(): BuildInput {
  const edit = (title: string) =>
    compared(
      'transcript',
      { 'transcript.expected.jsonl': [jsonl(transcript()), jsonl(transcript(title))] },
      { normalized, notCompared: ['client rows: kept as context'] },
    );
  const others = (['session-log', 'requests', 'workspace', 'outcome', 'conformance'] as const).map((id) => surface(id, 'matched'));
  const pinned = (['system-prompt', 'tool-schemas'] as const).map((id) => surface(id, 'skipped', { note: 'pinned' }));
  const runs = [
    run(
      report('file-edit', {
        description: 'The agent reads a file, edits one value in it and says what it did.',
        surfaces: [edit('Edit file config.txt'), ...others, ...pinned],
        timeline,
        stderrTail: 'agent: loaded replay.json\n',
        steps: [
          { op: 'initialize', line: 2, note: '' },
          { op: 'new_session', line: 3, note: 'main' },
          { op: 'prompt', line: 4, note: 'Set the port to 8080.' },
        ],
        loosenings: [{ what: 'optional lane 2', reason: 'the title call may be skipped' }],
      }),
    ),
    run(report('file-write', { surfaces: [edit('Edit file config.txt'), ...others, ...pinned], timeline })),
    run(
      report('multi-turn', {
        failure: {
          code: 'ACP_REPLAY_DRIFT',
          message:
            '[playwright-acp] Replay drift: model call 1 does not match requests.expected.jsonl.\n\n  scenario   multi-turn\n  field      $.messages[0].content\n\nACP_REPLAY_DRIFT',
        },
        outcome: { exitCode: 1, signal: null, shutdown: 'exited-early', stopReasons: [] },
        stderrTail: 'Error: replay refused\n',
        surfaces: [
          surface('transcript', 'not-reached'),
          surface('session-log', 'not-reached'),
          compared('requests', {
            'requests.expected.jsonl': [
              jsonl([
                {
                  type: 'request',
                  lane: 1,
                  place: 1,
                  request: { system: '{{system}}', messages: [{ role: 'user', content: 'Say hello.' }] },
                },
              ]),
              jsonl([
                {
                  type: 'request',
                  lane: 1,
                  place: 1,
                  request: { system: '{{system}}', messages: [{ role: 'user', content: 'Say hello, please.' }] },
                },
              ]),
            ],
          }),
          surface('workspace', 'not-reached'),
          compared('outcome', {
            'outcome.expected.json': [
              '{\n  "schema": 1,\n  "exitCode": 0,\n  "signal": null\n}\n',
              '{\n  "schema": 1,\n  "exitCode": 1,\n  "signal": null\n}\n',
            ],
          }),
          surface('conformance', 'matched'),
          ...pinned,
        ],
      }),
    ),
    run(
      report('prompt-pin', {
        headerClass: 'main',
        pinnedBy: 'prompt-pin',
        surfaces: [
          compared('transcript', { 'transcript.expected.jsonl': [jsonl(transcript()), jsonl(transcript())] }),
          ...others,
          compared('system-prompt', { 'system-prompt.expected.md': [lines(120), lines(120, [14, 15, 80])] }),
          surface('tool-schemas', 'matched'),
        ],
      }),
    ),
    run(
      report('workspace-files', {
        surfaces: [
          surface('transcript', 'matched'),
          compared('workspace', {
            'workspace.expected/src/app.ts': [
              'export const port = 80;\nexport const host = "localhost";\n',
              'export const port = 8080;\nexport const host = "localhost";\n',
            ],
            'workspace.expected/notes.txt': ['one\n', undefined],
            'workspace.expected/out/log.txt': ['done\n', 'done'],
          }),
          surface('outcome', 'matched'),
        ],
      }),
    ),
    run(
      report('boot-failure', {
        failure: {
          code: 'ACP_AGENT_NOT_FOUND',
          message: '[playwright-acp] The agent command was not found.\n\n  command   my-agent\n\nACP_AGENT_NOT_FOUND',
        },
        surfaces: (['transcript', 'session-log', 'requests', 'workspace', 'outcome', 'conformance'] as const).map((id) =>
          surface(id, 'failed-to-run'),
        ),
      }),
    ),
    run(
      report('broke-late', {
        failure: {
          code: 'ACP_AGENT_EXITED',
          message: '[playwright-acp] The agent exited before it answered session/prompt.\n\n  exit   code 7\n\nACP_AGENT_EXITED',
        },
        stderrTail: 'TypeError: cannot read the config\n',
        surfaces: [
          surface('transcript', 'failed-to-run', {
            note: 'the agent exited before it answered',
            files: [{ name: 'transcript.expected.jsonl', status: 'missing', encoding: 'utf8', actual: jsonl(transcript().slice(0, 9)) }],
          }),
          ...others.map(({ surface: id }) => surface(id, 'failed-to-run')),
        ],
        timeline: timeline.slice(0, 6),
      }),
    ),
    run(
      report('pictures', {
        surfaces: [
          surface('workspace', 'changed', {
            files: [
              {
                name: 'workspace.expected/logo.png',
                status: 'changed',
                encoding: 'base64',
                expected: png([36, 80, 184], 6),
                actual: png([36, 80, 184], 12),
              },
              {
                name: 'workspace.expected/mark.svg',
                status: 'changed',
                encoding: 'utf8',
                expected: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="96"><circle cx="4.5" cy="4.5" r="3"/></svg>\n',
                actual: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="96"><circle cx="4.5" cy="4.5" r="4"/></svg>\n',
              },
            ],
            changes: [
              { kind: 'value', file: 'workspace.expected/logo.png', label: 'binary', path: '', expected: '402 bytes', actual: '410 bytes' },
            ],
            changeCounts: { value: 2 },
          }),
          surface('outcome', 'matched'),
        ],
      }),
    ),
    run(
      report('first-time', {
        surfaces: [
          { ...compared('transcript', { 'transcript.expected.jsonl': [undefined, jsonl(transcript())] }), status: 'new' },
          ...others,
        ],
        written: ['tests/snapshots/first-time/transcript.expected.jsonl'],
      }),
    ),
    run(report('flaky', { surfaces: [edit('Edit file config.txt'), ...others] }), { retry: 0 }),
    run(report('flaky', { surfaces: [edit('Edit config.txt'), ...others] }), { retry: 1 }),
    ...[
      'handshake',
      'text-turn',
      'tool-call',
      'parallel-tools',
      'file-read',
      'permission-allowed',
      'permission-rejected',
      'cancel-mid-stream',
      'cancel-tool',
      'provider-error',
      'retry-in-step',
      'max-tokens',
      'refusal',
      'plan-updates',
      'mode-switch',
      'session-load',
    ].map((name) =>
      run(
        report(name, {
          surfaces: [
            compared('transcript', { 'transcript.expected.jsonl': [jsonl(transcript()), jsonl(transcript())] }),
            ...others,
            ...pinned,
          ],
          timeline,
          ...(name === 'refusal' && { provenance: { kind: 'authored' as const } }),
        }),
      ),
    ),
  ];
  return input(runs);
}
