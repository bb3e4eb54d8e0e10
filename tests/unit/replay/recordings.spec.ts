import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { applyOverride, deriveReplayScript, parseSessionLog } from '../../../harness/replay/index.js';
import { replayOverride } from '../../../harness/schema/index.js';

const folder = new URL('../../../../shared/recordings/sessions/', import.meta.url);

/** Log, and what its entries are. */
const LOGS = [
  { log: 'tool-call-turn/session.jsonl', kinds: ['chunks', 'chunks'] },
  { log: 'fs-edit/session.jsonl', kinds: ['chunks', 'chunks', 'chunks'] },
  { log: 'multi-turn/session.jsonl', kinds: ['chunks', 'chunks'] },
  { log: 'parallel-tool-calls/session.jsonl', kinds: ['chunks', 'chunks'] },
  { log: 'empty-response-retry/session.jsonl', kinds: ['chunks', 'chunks'] },
  { log: 'cancel/session.jsonl', kinds: ['hang'] },
  { log: 'error-finish/session.jsonl', kinds: [] },
  { log: 'subagent-fork-in-process/session.jsonl', kinds: ['chunks', 'chunks', 'chunks'] },
  { log: 'subagent-fork-in-process/session.1.jsonl', kinds: ['chunks'] },
];

test.skip(!existsSync(folder), 'the recordings folder is absent');

for (const { log, kinds } of LOGS) {
  test(`derives ${kinds.length} entries from ${log}`, () => {
    const script = deriveReplayScript(parseSessionLog(readFileSync(new URL(log, folder), 'utf8'), log), log);
    expect(script.map(({ kind }) => kind)).toEqual(kinds);
  });
}

for (const name of ['cancel', 'error-finish']) {
  test(`applies the override of ${name}`, () => {
    const override = replayOverride.parse(JSON.parse(readFileSync(new URL(`${name}/replay.override.json`, folder), 'utf8')));
    expect(applyOverride([[]], override)).toEqual([override]);
  });
}

test('keeps every recorded chunk of a packed log', () => {
  const log = parseSessionLog(readFileSync(new URL('subagent-fork-in-process/session.1.jsonl', folder), 'utf8'), 'session.1.jsonl');
  const [entry] = deriveReplayScript(log);
  const text = entry!.chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.text : '')).join('');
  expect(text).toBe('MARMALADE');
  expect(log.events[log.header.seedLength!]!.type).toBe('session/end-seed');
});
