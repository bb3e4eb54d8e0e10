import { cp, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { describeCorpus, GUARDS, runGuards, type GuardContext } from '../../../harness/guards/index.js';
import { applyEdits, readCorpus } from '../../../harness/scenario/index.js';
import type { InputHeader } from '../../../harness/schema/index.js';

const snapshots = fileURLToPath(new URL('../../snapshots', import.meta.url));
const SCENARIOS = ['text-turn', 'tool-call', 'two-sessions', 'provider-error', 'handshake', 'file-read'];
const NOW = Date.parse('2026-12-01T00:00:00Z');
const context: GuardContext = { secrets: { canaries: ['canary-value-7f3a'] }, now: NOW, profiles: new Map([['reference', []]]) };

/** A copy of real scenarios that a breakage may damage. */
class Copy {
  constructor(readonly folder: string) {}
  path = (name: string): string => join(this.folder, name);
  read = (name: string): Promise<string> => readFile(this.path(name), 'utf8');
  async write(name: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), text);
  }
  async edit(name: string, change: (text: string) => string): Promise<void> {
    const before = await this.read(name);
    const after = change(before);
    expect(after, `the breakage has to change ${name}`).not.toBe(before);
    await this.write(name, after);
  }
  /** Changes the parsed records of a JSONL file. */
  records(name: string, change: (records: Record<string, never>[]) => void): Promise<void> {
    return this.edit(name, (text) => {
      const records = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, never>);
      change(records);
      return records.map((record) => `${JSON.stringify(record)}\n`).join('');
    });
  }
  header(scenario: string, change: (header: InputHeader) => void): Promise<void> {
    return this.records(`${scenario}/input.jsonl`, ([header]) => change(header as unknown as InputHeader));
  }
  remove = (name: string): Promise<void> => rm(this.path(name), { recursive: true });
}

const test = base.extend<{ copy: Copy }>({
  copy: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-guards-')));
    for (const name of SCENARIOS) await cp(join(snapshots, name), join(folder, name), { recursive: true });
    await use(new Copy(folder));
    await rm(folder, { recursive: true });
  },
});

const findingsOf = async (copy: Copy, more: Partial<GuardContext> = {}) =>
  runGuards(await readCorpus(copy.folder, 'shots'), { ...context, ...more });

const set = (object: unknown, key: string, value: unknown): void => void ((object as Record<string, unknown>)[key] = value);

interface Breakage {
  guard: string;
  how: string;
  place: string;
  breakIt: (copy: Copy) => Promise<void>;
  more?: Partial<GuardContext>;
  mechanical?: true;
}

const TABLE: Breakage[] = [
  { guard: 'missing-file', how: 'no input', place: 'shots/tool-call/input.jsonl', breakIt: (copy) => copy.remove('tool-call/input.jsonl') },
  {
    guard: 'missing-file',
    how: 'no replay source',
    place: 'shots/tool-call/session.jsonl',
    breakIt: (copy) => copy.remove('tool-call/session.jsonl'),
  },
  {
    guard: 'missing-file',
    how: 'a gap in the logs',
    place: 'shots/two-sessions/session.jsonl',
    breakIt: (copy) => copy.remove('two-sessions/session.jsonl'),
  },
  {
    guard: 'missing-file',
    how: 'no transcript',
    place: 'shots/tool-call/transcript.expected.jsonl',
    breakIt: (copy) => copy.remove('tool-call/transcript.expected.jsonl'),
  },
  {
    guard: 'missing-file',
    how: 'no requests',
    place: 'shots/tool-call/requests.expected.jsonl',
    breakIt: (copy) => copy.remove('tool-call/requests.expected.jsonl'),
  },
  {
    guard: 'missing-file',
    how: 'a file where a scenario stands',
    place: 'shots/notes.txt',
    breakIt: (copy) => copy.write('notes.txt', 'x'),
  },
  {
    guard: 'orphaned-file',
    how: 'an unknown file',
    place: 'shots/tool-call/transcript.jsonl',
    breakIt: (copy) => copy.write('tool-call/transcript.jsonl', '{}\n'),
  },
  {
    guard: 'orphaned-file',
    how: 'what a killed writer left',
    place: 'shots/.tool-call.acp-next.4194999',
    breakIt: (copy) => copy.write('.tool-call.acp-next.4194999/input.jsonl', ''),
  },
  {
    guard: 'undeclared-file',
    how: 'a surface that is not declared',
    place: 'shots/handshake/outcome.expected.json',
    breakIt: (copy) => copy.header('handshake', (header) => set(header, 'surfaces', { only: ['transcript'], reason: 'for the test' })),
  },
  {
    guard: 'obsolete-file',
    how: 'an expected log that says what the recorded one says',
    place: 'shots/tool-call/session.expected.jsonl',
    mechanical: true,
    breakIt: async (copy) => copy.write('tool-call/session.expected.jsonl', await normalizedLog(copy)),
  },
  {
    guard: 'case-collision',
    how: 'two scenarios',
    place: 'shots/tool-call',
    breakIt: (copy) =>
      cp(copy.path('tool-call'), copy.path('TOOL-call'), { recursive: true })
        .then(() => copy.edit('TOOL-call/input.jsonl', renamed('TOOL-call')))
        .then(() => renameAll(copy, 'TOOL-call')),
  },
  {
    guard: 'case-collision',
    how: 'two files',
    place: '',
    breakIt: (copy) =>
      Promise.all([copy.write('tool-call/workspace/a.txt', 'a'), copy.write('tool-call/workspace/A.txt', 'a')]).then(() => {}),
  },
  {
    guard: 'link',
    how: 'a scenario file',
    place: 'shots/tool-call/outcome.expected.json',
    breakIt: async (copy) => {
      await rename(copy.path('tool-call/outcome.expected.json'), copy.path('.target'));
      await symlink('../.target', copy.path('tool-call/outcome.expected.json'));
      await copy.header('tool-call', (header) =>
        set(header, 'surfaces', {
          only: ['transcript', 'requests', 'session-log', 'tool-calls', 'conformance', 'workspace'],
          reason: 'for the test',
        }),
      );
    },
  },
  {
    guard: 'link',
    how: 'a link that leaves the seed',
    place: 'shots/tool-call/workspace/out',
    breakIt: async (copy) => {
      await mkdir(copy.path('tool-call/workspace'));
      await symlink('../../text-turn/input.jsonl', copy.path('tool-call/workspace/out'));
    },
  },
  { guard: 'interrupted', how: 'a journal', place: 'shots/.tool-call.acp-swap', breakIt: (copy) => copy.write('.tool-call.acp-swap', '1') },
  {
    guard: 'form',
    how: 'no final newline',
    place: 'shots/tool-call/transcript.expected.jsonl:19',
    mechanical: true,
    breakIt: (copy) => copy.edit('tool-call/transcript.expected.jsonl', (text) => text.trimEnd()),
  },
  {
    guard: 'form',
    how: 'CRLF',
    place: 'shots/tool-call/requests.expected.jsonl:1',
    mechanical: true,
    breakIt: (copy) => copy.edit('tool-call/requests.expected.jsonl', (text) => text.replaceAll('\n', '\r\n')),
  },
  {
    guard: 'form',
    how: 'a byte order mark',
    place: 'shots/tool-call/input.jsonl:1',
    mechanical: true,
    breakIt: (copy) => copy.edit('tool-call/input.jsonl', (text) => `\uFEFF${text}`),
  },
  {
    guard: 'form',
    how: 'CRLF in JSON',
    place: 'shots/tool-call/outcome.expected.json:1',
    mechanical: true,
    breakIt: (copy) => copy.edit('tool-call/outcome.expected.json', (text) => text.replaceAll('\n', '\r\n')),
  },
  {
    guard: 'form',
    how: 'a blank line',
    place: 'shots/tool-call/transcript.expected.jsonl:2',
    breakIt: (copy) => copy.edit('tool-call/transcript.expected.jsonl', (text) => text.replace('\n', '\n\n')),
  },
  {
    guard: 'form',
    how: 'malformed JSON',
    place: 'shots/tool-call/requests.expected.jsonl:2',
    breakIt: (copy) => copy.edit('tool-call/requests.expected.jsonl', (text) => text.replace('{"type":"request"', '{type:"request"')),
  },
  {
    guard: 'form',
    how: 'a replay source without its end is not repaired',
    place: 'shots/tool-call/session.jsonl:40',
    breakIt: (copy) => copy.edit('tool-call/session.jsonl', (text) => text.trimEnd()),
  },
  {
    guard: 'form',
    how: 'not UTF-8',
    place: 'shots/tool-call/outcome.expected.json',
    breakIt: (copy) => copy.write('tool-call/outcome.expected.json', Uint8Array.of(0x7b, 0xff, 0x7d)),
  },
  {
    guard: 'form',
    how: 'an empty file',
    place: 'shots/tool-call/session.jsonl:1',
    breakIt: (copy) => copy.write('tool-call/session.jsonl', ''),
  },
  {
    guard: 'form',
    how: 'an empty input',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.write('tool-call/input.jsonl', ''),
  },
  {
    guard: 'merge-conflict',
    how: 'in a transcript',
    place: 'shots/tool-call/transcript.expected.jsonl:2',
    breakIt: (copy) =>
      copy.edit('tool-call/transcript.expected.jsonl', (text) => text.replace('\n', '\n<<<<<<< HEAD\n=======\n>>>>>>> topic\n')),
  },
  {
    guard: 'merge-conflict',
    how: 'in the pin',
    place: 'shots/text-turn/system-prompt.expected.md:1',
    breakIt: (copy) => copy.edit('text-turn/system-prompt.expected.md', (text) => `<<<<<<< HEAD\n${text}`),
  },
  {
    guard: 'header',
    how: 'none',
    place: 'shots/tool-call/transcript.expected.jsonl:1',
    breakIt: (copy) => copy.edit('tool-call/transcript.expected.jsonl', (text) => text.slice(text.indexOf('\n') + 1)),
  },
  {
    guard: 'header',
    how: 'an unknown key',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => set(header, 'agnet', 'x')),
  },
  {
    guard: 'header',
    how: 'another name',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => set(header, 'scenario', 'other')),
  },
  {
    guard: 'schema-version',
    how: 'a later schema',
    place: 'shots/tool-call/requests.expected.jsonl:1',
    breakIt: (copy) => copy.records('tool-call/requests.expected.jsonl', ([header]) => set(header, 'schema', 2)),
  },
  {
    guard: 'schema-version',
    how: 'of JSON',
    place: 'shots/tool-call/outcome.expected.json',
    breakIt: (copy) => copy.edit('tool-call/outcome.expected.json', (text) => text.replace('"schema": 1', '"schema": 9')),
  },
  {
    guard: 'record',
    how: 'an unknown op',
    place: 'shots/tool-call/input.jsonl:2',
    breakIt: (copy) => copy.edit('tool-call/input.jsonl', (text) => text.replace('"op":"initialize"', '"op":"initialise"')),
  },
  {
    guard: 'record',
    how: 'a session nobody opened',
    place: '',
    breakIt: (copy) =>
      copy.edit('text-turn/input.jsonl', (text) => text.replace('{"op":"new_session"', '{"op":"new_session","session":"other"')),
  },
  {
    guard: 'record',
    how: 'a request without messages',
    place: 'shots/tool-call/requests.expected.jsonl:2',
    breakIt: (copy) => copy.records('tool-call/requests.expected.jsonl', (records) => set(records[1]!['request'], 'messages', 'none')),
  },
  {
    guard: 'session-log',
    how: 'a gap in seq',
    place: 'shots/tool-call/session.jsonl:5',
    breakIt: (copy) => copy.edit('tool-call/session.jsonl', (text) => text.split('\n').toSpliced(4, 1).join('\n')),
  },
  {
    guard: 'session-log',
    how: 'a later version',
    place: 'shots/tool-call/session.jsonl:1',
    breakIt: (copy) => copy.records('tool-call/session.jsonl', ([header]) => set(header, 'version', 1)),
  },
  {
    guard: 'session-log',
    how: 'a chunk that is none',
    place: '',
    breakIt: (copy) => copy.edit('tool-call/session.jsonl', (text) => text.replace('"type":"block-start"', '"type":"block-begin"')),
  },
  { guard: 'unterminated', how: 'a call without its finish', place: '', breakIt: (copy) => dropFinish(copy) },
  {
    guard: 'override',
    how: 'not declared',
    place: 'shots/tool-call/replay.override.json',
    breakIt: (copy) => copy.write('tool-call/replay.override.json', '[]'),
  },
  {
    guard: 'override',
    how: 'declared, missing',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => set(header, 'overridden', { reason: 'for the test' })),
  },
  {
    guard: 'override',
    how: 'a patch of a lane that is not there',
    place: 'shots/tool-call/replay.override.json',
    breakIt: async (copy) => {
      await copy.header('tool-call', (header) => set(header, 'overridden', { reason: 'for the test' }));
      await copy.write(
        'tool-call/replay.override.json',
        JSON.stringify({ patches: [{ lane: 4, index: 0, entry: { kind: 'hang', chunks: [] } }] }),
      );
    },
  },
  {
    guard: 'request-place',
    how: 'a request too many',
    place: 'shots/tool-call/requests.expected.jsonl:4',
    breakIt: (copy) =>
      copy.records('tool-call/requests.expected.jsonl', (records) => void records.push({ ...records.at(-1)!, place: 3 as never })),
  },
  {
    guard: 'request-place',
    how: 'one twice',
    place: 'shots/tool-call/requests.expected.jsonl:4',
    breakIt: (copy) => copy.records('tool-call/requests.expected.jsonl', (records) => void records.push(records.at(-1)!)),
  },
  {
    guard: 'request-place',
    how: 'one too few',
    place: 'shots/tool-call/requests.expected.jsonl',
    breakIt: (copy) => copy.records('tool-call/requests.expected.jsonl', (records) => void records.pop()),
  },
  {
    guard: 'fixed-point',
    how: 'a raw id in a transcript',
    place: '',
    breakIt: (copy) => copy.edit('text-turn/transcript.expected.jsonl', (text) => text.replaceAll('{{session#1}}', 'b7c1e2')),
  },
  {
    guard: 'fixed-point',
    how: 'a raw id in requests',
    place: 'shots/tool-call/requests.expected.jsonl:3',
    breakIt: (copy) => copy.edit('tool-call/requests.expected.jsonl', (text) => text.replaceAll('{{call#1}}', 'call_00_x')),
  },
  {
    guard: 'fixed-point',
    how: 'a time in an expected log',
    place: 'shots/tool-call/session.expected.jsonl:3',
    breakIt: async (copy) =>
      copy.write(
        'tool-call/session.expected.jsonl',
        (await normalizedLog(copy))
          .replace('{"type":"session/', '{"time":17,"type":"session/')
          .replace('{"type":"turn/start"', '{"type":"turn/start","time":17'),
      ),
  },
  {
    guard: 'fixed-point',
    how: 'blanks',
    place: 'shots/tool-call/requests.expected.jsonl:1',
    breakIt: (copy) => copy.edit('tool-call/requests.expected.jsonl', (text) => text.replace('"schema":1', '"schema": 1')),
  },
  {
    guard: 'fixed-point',
    how: 'an outcome in one line',
    place: 'shots/tool-call/outcome.expected.json',
    breakIt: (copy) => copy.edit('tool-call/outcome.expected.json', (text) => `${JSON.stringify(JSON.parse(text))}\n`),
  },
  {
    guard: 'fixed-point',
    how: 'schemas in one line',
    place: 'shots/text-turn/tool-schemas.expected.json',
    breakIt: (copy) => copy.edit('text-turn/tool-schemas.expected.json', (text) => `${JSON.stringify(JSON.parse(text))}\n`),
  },
  {
    guard: 'token',
    how: 'a number that nothing gave out',
    place: 'shots/tool-call/requests.expected.jsonl:3',
    breakIt: (copy) => copy.edit('tool-call/requests.expected.jsonl', (text) => text.replaceAll('{{call#1}}', '{{call#2}}')),
  },
  {
    guard: 'token',
    how: '{{system}} without a class',
    place: 'shots/tool-call/requests.expected.jsonl:2',
    breakIt: (copy) => copy.header('tool-call', (header) => delete header.headerClass),
  },
  {
    guard: 'pin',
    how: 'none',
    place: 'shots/file-read/input.jsonl:1',
    breakIt: async (copy) => {
      await copy.header('text-turn', (header) => delete header.pin);
      for (const name of ['system-prompt.expected.md', 'tool-schemas.expected.json']) await copy.remove(`text-turn/${name}`);
    },
  },
  {
    guard: 'pin',
    how: 'several',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: async (copy) => {
      await copy.header('tool-call', (header) => set(header, 'pin', true));
      for (const name of ['system-prompt.expected.md', 'tool-schemas.expected.json'])
        await cp(copy.path(`text-turn/${name}`), copy.path(`tool-call/${name}`));
    },
  },
  {
    guard: 'pin',
    how: 'one without its prompt',
    place: 'shots/text-turn/system-prompt.expected.md',
    breakIt: (copy) => copy.remove('text-turn/system-prompt.expected.md'),
  },
  {
    guard: 'pin-header',
    how: 'requests of another class',
    place: 'shots/tool-call/requests.expected.jsonl:1',
    breakIt: (copy) => copy.records('tool-call/requests.expected.jsonl', ([header]) => set(header, 'headerClass', 'other')),
  },
  {
    guard: 'sidecar-twice',
    how: "a copy of the pin's prompt",
    place: 'shots/tool-call/system-prompt.expected.md',
    breakIt: (copy) => cp(copy.path('text-turn/system-prompt.expected.md'), copy.path('tool-call/system-prompt.expected.md')),
  },
  {
    guard: 'undeclared-file',
    how: 'a prompt of its own outside a pin',
    place: 'shots/tool-call/system-prompt.expected.md',
    breakIt: (copy) => copy.write('tool-call/system-prompt.expected.md', 'another prompt\n'),
  },
  {
    guard: 'class-twice',
    how: 'equal bytes in two classes',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: async (copy) => {
      await copy.header('tool-call', (header) => {
        set(header, 'pin', true);
        set(header, 'headerClass', 'second');
      });
      await copy.records('tool-call/requests.expected.jsonl', ([header]) => set(header, 'headerClass', 'second'));
      for (const name of ['system-prompt.expected.md', 'tool-schemas.expected.json'])
        await cp(copy.path(`text-turn/${name}`), copy.path(`tool-call/${name}`));
    },
  },
  {
    guard: 'bulk',
    how: 'the prompt in a log',
    place: '',
    breakIt: (copy) =>
      copy.edit('tool-call/session.jsonl', (text) => text.replace('"system":"{{system}}"', '"system":"You are an agent."')),
  },
  {
    guard: 'bulk',
    how: 'the prompt in requests',
    place: 'shots/tool-call/requests.expected.jsonl:2',
    breakIt: async (copy) => {
      const system = await copy.read('text-turn/system-prompt.expected.md');
      await copy.records('tool-call/requests.expected.jsonl', (records) => set(records[1]!['request'], 'system', system));
    },
  },
  {
    guard: 'header-change',
    how: 'another prompt in mid-run',
    place: 'shots/tool-call/requests.expected.jsonl:3',
    breakIt: (copy) =>
      copy.records('tool-call/requests.expected.jsonl', (records) => set(records[2]!['request'], 'system', 'Now be brief.')),
  },
  {
    guard: 'agent',
    how: 'no such profile',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => set(header, 'agent', 'refrence')),
  },
  {
    guard: 'secret',
    how: 'a key by its shape',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => set(header, 'description', `uses sk-${'a1b2c3d4'.repeat(4)}`)),
  },
  {
    guard: 'secret',
    how: 'a canary',
    place: 'shots/tool-call/workspace/notes.txt:2',
    breakIt: (copy) => copy.write('tool-call/workspace/notes.txt', 'notes\ncanary-value-7f3a\n'),
  },
  {
    guard: 'secret',
    how: 'split over deltas',
    place: '',
    breakIt: (copy) =>
      copy.edit('text-turn/session.jsonl', (text) =>
        text.replace('"text":" good"', '"text":" sk-a1b2c3d4a1b2"').replace('"text":" to"', '"text":"c3d4a1b2c3d4e5f6"'),
      ),
  },
  {
    guard: 'provenance',
    how: 'none',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => delete header.provenance),
  },
  {
    guard: 'provenance',
    how: 'recorded, it does not say when',
    place: 'shots/tool-call/input.jsonl:1',
    breakIt: (copy) => copy.header('tool-call', (header) => delete header.provenance!.recordedAt),
  },
  {
    guard: 'provenance',
    how: 'an authored script that says recorded',
    place: 'shots/provider-error/input.jsonl:1',
    breakIt: (copy) =>
      copy.header('provider-error', (header) => {
        set(header.provenance, 'kind', 'recorded');
        set(header.provenance, 'model', 'm');
      }),
  },
  {
    guard: 'max-age',
    how: 'older than allowed',
    place: 'shots/tool-call/input.jsonl:1',
    more: { maxAge: 30 },
    breakIt: (copy) => copy.header('tool-call', (header) => set(header.provenance, 'recordedAt', '2026-10-01T00:00:00Z')),
  },
];

async function normalizedLog(copy: Copy): Promise<string> {
  const { expectedFiles } = await import('../../../harness/surfaces/index.js');
  const files = expectedFiles('session-log', new Map([['session.jsonl', await readFile(copy.path('tool-call/session.jsonl'))]]), {
    scenario: 'tool-call',
  });
  return new TextDecoder().decode(files.get('session.expected.jsonl'));
}

const renamed =
  (name: string) =>
  (text: string): string =>
    text.replace('"scenario":"tool-call"', `"scenario":"${name}"`);

async function renameAll(copy: Copy, name: string): Promise<void> {
  for (const file of ['transcript.expected.jsonl', 'requests.expected.jsonl']) await copy.edit(`${name}/${file}`, renamed(name));
}

/** Drops the first finish and closes the numbering. */
function dropFinish(copy: Copy): Promise<void> {
  return copy.edit('tool-call/session.jsonl', (text) => {
    const rows = text.trimEnd().split('\n');
    const at = rows.findIndex((row) => row.includes('"type":"finish"'));
    return rows
      .toSpliced(at, 1)
      .map((row, index) => (index < at ? row : row.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) - 1}`)))
      .map((row) => `${row}\n`)
      .join('');
  });
}

test('the sound copy has no finding', async ({ copy }) => {
  expect(await findingsOf(copy)).toEqual([]);
});

test('the table breaks every guard', () => {
  expect([...new Set(TABLE.map(({ guard }) => guard))].sort()).toEqual(GUARDS.map(({ name }) => name).sort());
  for (const { asks } of GUARDS) expect(asks).toMatch(/^\S.*\.$/);
});

for (const { guard, how, place, breakIt, more, mechanical } of TABLE) {
  test(`${guard} finds exactly its own: ${how}`, async ({ copy }) => {
    await breakIt(copy);
    const findings = await findingsOf(copy, more);
    expect(findings.map((finding) => `${finding.guard} ${finding.place}`)).toEqual([
      place === '' ? expect.stringMatching(`^${guard} shots/`) : `${guard} ${place}`,
    ]);
    const [finding] = findings;
    expect(finding!.problem).toMatch(/\S/);
    expect(finding!.fix).toMatch(/\S/);
    expect(finding!.problem + finding!.fix + finding!.place).not.toContain(copy.folder);
    expect(finding!.edit !== undefined).toBe(mechanical === true);
    if (!finding!.edit) return;
    expect(await applyEdits(copy.folder, 'shots', [finding!.edit])).toEqual([place.replace(/:\d+$/, '')]);
    expect(await findingsOf(copy, more)).toEqual([]);
  });
}

test('one broken scenario hides no other: all findings of all scenarios are told', async ({ copy }) => {
  for (const name of ['tool-call', 'file-read', 'handshake']) await copy.write(`${name}/stray.txt`, 'x');
  await copy.write('tool-call/input.jsonl', 'nonsense\n');
  await copy.edit('file-read/transcript.expected.jsonl', (text) => text.replace('\n', '\n\nnonsense\n'));
  expect((await findingsOf(copy)).map(({ guard, place }) => `${guard} ${place}`)).toEqual([
    'orphaned-file shots/file-read/stray.txt',
    'form shots/file-read/transcript.expected.jsonl:2',
    'form shots/file-read/transcript.expected.jsonl:3',
    'orphaned-file shots/handshake/stray.txt',
    'form shots/tool-call/input.jsonl:1',
  ]);
});

test('a declared change of the header, and a whole override over an unterminated log, are no findings', async ({ copy }) => {
  await copy.records('tool-call/requests.expected.jsonl', (records) => set(records[2]!['request'], 'system', 'Now be brief.'));
  await copy.header('tool-call', (header) => set(header, 'headerChanges', { reason: 'it summarizes itself' }));
  expect(await findingsOf(copy)).toEqual([]);
});

test('describes what headers loosen, how far logs have drifted, and where recordings come from', async ({ copy }) => {
  await copy.write(
    'tool-call/session.expected.jsonl',
    (await normalizedLog(copy)).replace('{"type":"turn/end"', '{"type":"note","data":{}}\n{"type":"turn/end"'),
  );
  await copy.header('tool-call', (header) => {
    header.optionalLanes = [{ lane: 2, reason: 'may not happen' }];
    header.headerChanges = { reason: 'it summarizes itself' };
    header.allow = [{ finding: 'log-torn', reason: 'for the test' }];
    header.surfaces = { only: ['transcript', 'requests', 'outcome', 'session-log'], reason: 'for the test' };
  });
  const summary = describeCorpus(await readCorpus(copy.folder, 'shots'), context);
  expect(summary.scenarios).toEqual({ recorded: 5, authored: 1, unrecorded: 0 });
  expect(summary.loosenings.filter(({ scenario }) => scenario === 'tool-call').map(({ what }) => what)).toEqual([
    'only transcript, requests, outcome, session-log compared',
    'lane 2 optional',
    'request header changes in mid-run',
    'finding log-torn allowed',
  ]);
  expect(summary.drift).toEqual([{ scenario: 'tool-call', file: 'session.expected.jsonl', records: 1, of: expect.any(Number) }]);
  expect(summary.provenance[0]).toMatchObject({ days: 0, agent: 'reference-agent 0.1.0', model: 'deepseek-v4-flash' });
});

const PHRASE = 'no key but a phrase of ours';

test('a canary is told with the variable that holds it, plain and split over the deltas of a log or the pieces of a message', async ({
  copy,
}) => {
  const named = { secrets: { canaries: [PHRASE], variables: new Map([[PHRASE, 'GREETING']]) } };
  const halves = [PHRASE.slice(0, 12), PHRASE.slice(12)];
  await copy.write('tool-call/workspace/notes.txt', `${PHRASE}\n`);
  await copy.edit('text-turn/session.jsonl', (text) =>
    text.replace('"text":" good"', `"text":"${halves[0]}"`).replace('"text":" to"', `"text":"${halves[1]}"`),
  );
  await copy.records('file-read/transcript.expected.jsonl', (records) => {
    set(
      records.find((record) => 'pieces' in record),
      'pieces',
      halves,
    );
  });
  const findings = (await findingsOf(copy, named)).filter(({ guard }) => guard === 'secret');
  expect(findings.map(({ place }) => place.replace(/:\d+$/, ''))).toEqual([
    'shots/file-read/transcript.expected.jsonl',
    'shots/text-turn/session.jsonl',
    'shots/tool-call/workspace/notes.txt',
  ]);
  for (const { problem, fix } of findings) {
    expect(problem).toContain('rule "canary": the value of $GREETING');
    expect(fix).toContain('unset GREETING');
    expect(problem + fix).not.toContain(PHRASE);
  }
});

test('secrets of two variables in the deltas of one log are told without a guess at which is which', async ({ copy }) => {
  const other = 'another phrase of ours';
  const variables = new Map([
    [PHRASE, 'GREETING'],
    [other, 'FAREWELL'],
  ]);
  await copy.edit('text-turn/session.jsonl', (text) =>
    text.replace('"text":" good"', `"text":"${PHRASE}${other.slice(0, 7)}"`).replace('"text":" to"', `"text":"${other.slice(7)}"`),
  );
  const findings = (await findingsOf(copy, { secrets: { canaries: [PHRASE, other], variables } })).filter(
    ({ guard }) => guard === 'secret',
  );
  expect(findings.length).toBeGreaterThan(0);
  for (const { problem } of findings) expect(problem).not.toContain('phrase');
});

/** Guards read each other's files: one that is broken is told by its own guard, and the others keep quiet about it. */
const BROKEN_TWICE: [how: string, guards: string[], breakIt: (copy: Copy) => Promise<void>][] = [
  ['the schemas of a pin that are no JSON', ['form'], (copy) => copy.write('text-turn/tool-schemas.expected.json', '[{\n')],
  [
    'an override that cannot be read, over a log and its requests',
    ['form'],
    async (copy) => {
      await copy.header('tool-call', (header) => set(header, 'overridden', { reason: 'for the test' }));
      await copy.write('tool-call/replay.override.json', 'nonsense');
    },
  ],
  [
    'an override that does not fit, and a log without its finish',
    ['override'],
    async (copy) => {
      await dropFinish(copy);
      await copy.header('tool-call', (header) => set(header, 'overridden', { reason: 'for the test' }));
      await copy.write(
        'tool-call/replay.override.json',
        JSON.stringify({ patches: [{ lane: 4, index: 0, entry: { kind: 'hang', chunks: [] } }] }),
      );
    },
  ],
  [
    "a copy of a pin's prompt in a scenario whose input cannot be read",
    ['form'],
    async (copy) => {
      await copy.write('tool-call/input.jsonl', 'nonsense\n');
      await cp(copy.path('text-turn/system-prompt.expected.md'), copy.path('tool-call/system-prompt.expected.md'));
    },
  ],
  [
    'an outcome that is another kind of record',
    ['record'],
    (copy) => copy.write('tool-call/outcome.expected.json', '{\n  "schema": 1,\n  "prompts": "none"\n}\n'),
  ],
  [
    'a recording whose time is no time',
    ['provenance'],
    (copy) => copy.header('tool-call', (header) => set(header.provenance, 'recordedAt', 'yesterday')),
  ],
  [
    'a request header without a class',
    ['pin-header'],
    (copy) => copy.records('tool-call/requests.expected.jsonl', ([header]) => delete header!['headerClass']),
  ],
];

for (const [how, guards, breakIt] of BROKEN_TWICE) {
  test(`what is broken is told once: ${how}`, async ({ copy }) => {
    await breakIt(copy);
    const findings = await findingsOf(copy, { maxAge: 100_000 });
    expect([...new Set(findings.map(({ guard }) => guard))].sort(), JSON.stringify(findings, null, 1)).toEqual(guards);
  });
}

test('without a config no normalizer of a profile is known, and without a token there is nothing to resolve', async ({ copy }) => {
  const findings = runGuards(await readCorpus(copy.folder, 'shots'), { secrets: { canaries: [] }, now: NOW, maxAge: 100_000 });
  expect(findings).toEqual([]);
});
