import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { compareRun, neverAccept } from '../../../harness/run/index.js';
import { foreignAgent } from '../../foreign-agents/profiles.js';
import { author, JOURNEY, record, root, run, test } from './support.js';

/** Written by hand, in no dialect. */
const CASSETTE = [
  { type: 'reply', text: 'I write it.', toolCalls: [{ name: 'write_file', arguments: { path: 'report.txt', text: 'Three findings.\n' } }] },
  { type: 'reply', text: 'The report is written.' },
  { type: 'error', status: 529, message: 'overloaded' },
  { type: 'reply', toolCalls: [{ name: 'read_file', arguments: { path: 'report.txt' } }] },
  { type: 'reply', text: 'It says: three findings.' },
];

for (const speaks of ['chat', 'anthropic'] as const) {
  test(`one authored cassette drives the agent that speaks ${speaks}, without a key`, async ({ folder }) => {
    const profile = foreignAgent(speaks);
    const dir = await author(folder, profile, JOURNEY, { cassette: CASSETTE });
    const { replay, files } = await record(dir, profile);
    expect(replay.scenario.header.provenance?.kind).toBe('authored');
    expect(files).toContain('workspace.expected/report.txt');
    const replayed = await run(dir, profile);
    expect(neverAccept(replayed)).toEqual([]);
    expect(compareRun(replayed).filter(({ status }) => status !== 'matched' && status !== 'skipped')).toEqual([]);
    expect(replayed.decisions.filter(({ type }) => type === 'decision')).toHaveLength(5);
  });
}

test('the two committed scenarios that are written by hand differ in nothing but their agent', async () => {
  const said = async (speaks: string) => {
    const name = `wire-authored-${speaks}`;
    const read = async (file: string) => (await readFile(join(root, 'tests/snapshots', name, file), 'utf8')).replaceAll(name, '');
    const [, ...steps] = (await read('input.jsonl')).split('\n');
    return { steps, cassette: await read('provider-replay.jsonl') };
  };
  const [chat, anthropic] = await Promise.all([said('chat'), said('anthropic')]);
  expect(anthropic).toEqual(chat);
  expect(chat.cassette).toContain('"type":"reply"');
});
