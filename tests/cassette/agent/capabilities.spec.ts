import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { CAPABILITIES } from '../../../harness/agent/capabilities.js';
import { peekHeaders } from '../../../harness/scenario/index.js';

const snapshots = resolve(import.meta.dirname, '../../snapshots');

const ofReferenceAgent = async (): Promise<string[]> =>
  (await peekHeaders(snapshots)).flatMap(({ name, header }) => (header?.['agent'] === 'reference' ? [name] : []));

interface Row {
  from?: string;
  chunks?: string;
  frame?: {
    method?: string;
    params?: Record<string, unknown> & { update?: { sessionUpdate: string }; prompt?: { type: string }[] };
    result?: { stopReason?: string };
  };
}

/** What each scenario's committed files show, as `kind:name`. */
async function shownBy(scenario: string): Promise<Set<string>> {
  const shown = new Set<string>();
  const lines = async (name: string) =>
    (await readFile(join(snapshots, scenario, name), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  for (const line of await lines('transcript.expected.jsonl')) {
    const { from, chunks, frame } = JSON.parse(line) as Row;
    if (chunks) shown.add(`updates:${chunks}`);
    if (!frame) continue;
    if (frame.method) shown.add(`${from === 'client' ? 'methods' : 'clientMethods'}:${frame.method}`);
    if (chunks || frame.method === 'session/update') shown.add('clientMethods:session/update');
    if (frame.params?.update) shown.add(`updates:${frame.params.update.sessionUpdate}`);
    if (frame.result?.stopReason) shown.add(`stopReasons:${frame.result.stopReason}`);
    for (const block of frame.params?.prompt ?? []) {
      shown.add(`promptContent:${block.type}`);
      const text = (block as { text?: string }).text;
      if (text?.startsWith('/')) shown.add(`commands:${text.slice(1).split(' ')[0]}`);
    }
    if (frame.method === 'session/set_mode') shown.add(`modes:${String(frame.params?.['modeId'])}`);
    if (frame.method === 'session/set_config_option') {
      shown.add(`configOptions:${String(frame.params?.['configId'])}`);
      if (frame.params?.['configId'] === 'mode') shown.add(`modes:${String(frame.params['value'])}`);
    }
    // A session opens in mode `ask`: one that is asked for permission shows it.
    if (frame.method === 'session/request_permission') shown.add('modes:ask');
  }
  for (const line of await lines('session.jsonl')) {
    const event = JSON.parse(line) as { type: string; data?: { name?: string } };
    if (event.type === 'tool/call') shown.add(`tools:${event.data?.name}`);
  }
  return shown;
}

test('each capability of the reference agent is shown by a scenario', async () => {
  const scenarios = await ofReferenceAgent();
  const shown = new Map(await Promise.all(scenarios.map(async (name) => [name, await shownBy(name)] as const)));
  const table = Object.entries(CAPABILITIES).flatMap(([kind, names]) =>
    names.map((name) => ({
      capability: `${kind}:${name}`,
      scenarios: scenarios.filter((scenario) => shown.get(scenario)!.has(`${kind}:${name}`)),
    })),
  );
  for (const { capability, scenarios: by } of table)
    console.log(`${capability.padEnd(44)}${by.slice(0, 3).join(', ')}${by.length > 3 ? ` and ${by.length - 3} more` : ''}`);
  expect(table.filter((row) => row.scenarios.length === 0)).toEqual([]);
});

test('no scenario shows a capability that is not listed', async () => {
  const listed = new Set(Object.entries(CAPABILITIES).flatMap(([kind, names]) => names.map((name) => `${kind}:${name}`)));
  const unlisted = new Set<string>();
  for (const scenario of await ofReferenceAgent())
    for (const shown of await shownBy(scenario)) if (!listed.has(shown)) unlisted.add(`${shown} (${scenario})`);
  // The model of one scenario asks for a tool that does not exist, which is its point.
  expect([...unlisted]).toEqual(['tools:teleport (tool-errors)']);
});
