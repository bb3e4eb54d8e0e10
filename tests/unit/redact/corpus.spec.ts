import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parseJsonl } from '../../../harness/jsonl/index.js';
import { normalizeRequest, toReplaySource } from '../../../harness/replay/index.js';
import { createTokens } from '../../../harness/normalize/index.js';
import { scanFile, type Secrets } from '../../../harness/redact/index.js';
import { findLeaks } from '../../../harness/redact/leaks.js';
import { chunkEvent, delta, event, finish, logText, request } from '../replay/build.js';
import { createRandom, lookalikesOf, machineOf, secretsOf, split, type Planted, type Random } from './corpus.js';

const SEED = Number(process.env['ACP_SEED'] ?? Date.now() % 1_000_000_007);
const RECORDINGS = join(import.meta.dirname, '../../../../shared/recordings');
const SNAPSHOTS = join(import.meta.dirname, '../../snapshots');
const bindings = { cwd: ['/tmp/run-7/cwd'], home: ['/tmp/run-7/home'], tmp: ['/tmp/run-7/tmp'] };

/** What a form of planting gives to the pipeline: a session log is redacted first, any file meets the gate. */
type Form = (text: string, random: Random) => { file: string; content: string };

const sentence = (text: string): string => `it is ${text} as told`;
const log = (...rows: object[]): { file: string; content: string } => ({ file: 'session.jsonl', content: logText(rows) });
const transcript = (...records: object[]): { file: string; content: string } => ({
  file: 'transcript.expected.jsonl',
  content: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
});
const chunk = (text: string): object => ({
  from: 'agent',
  frame: { method: 'session/update', params: { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } },
});

const FORMS: Readonly<Record<string, Form>> = {
  'raw, in a file': (text) => ({ file: 'workspace.expected/notes.md', content: `${sentence(text)}\n` }),
  'raw, in a log': (text) => log(event('user/message', { content: [{ type: 'text', text: sentence(text) }] })),
  'JSON-escaped once': (text) => log(event('tool/call', { arguments: JSON.stringify({ content: sentence(text) }) })),
  'JSON-escaped twice': (text) =>
    transcript(chunk(`the call was ${JSON.stringify({ arguments: JSON.stringify({ content: sentence(text) }) })}`)),
  'split over deltas of a log': (text, random) =>
    log(...split(sentence(text), 2 + random.below(4), random).map((piece) => chunkEvent(delta(piece))), chunkEvent(finish())),
  'split over packed deltas': (text, random) =>
    log(
      event('text-chunks', { turn: 1, step: 1, index: 0, texts: split(sentence(text), 2 + random.below(4), random) }),
      chunkEvent(finish()),
    ),
  'split over deltas of arguments': (text, random) =>
    log(
      ...split(JSON.stringify({ content: sentence(text) }), 2 + random.below(4), random).map((argumentsDelta) =>
        chunkEvent({ type: 'tool-call-delta', index: 0, id: 'c', name: 'write', argumentsDelta }),
      ),
      chunkEvent(finish()),
    ),
  'split over frames': (text, random) => transcript(...split(sentence(text), 2 + random.below(4), random).map(chunk)),
  'split over the pieces of a record': (text, random) =>
    transcript({ from: 'agent', chunks: 'agent_message_chunk', pieces: split(sentence(text), 2 + random.below(4), random) }),
  'split over server-sent events': (text, random) => ({
    file: 'provider-replay.jsonl',
    content: `${JSON.stringify({
      type: 'exchange',
      body: split(sentence(text), 2 + random.below(4), random)
        .map((content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
        .join(''),
    })}\n`,
  }),
  'in a header': (text) => transcript({ headers: { 'content-type': 'text/plain', 'x-note': text } }),
  'in a tool result': (text) => log(event('tool/result', { content: [{ type: 'text', text: `1\t${text}\n2\tend` }], isError: false })),
  'in a request': (text) => {
    const recorded = normalizeRequest(request(sentence(text)), bindings, createTokens());
    return { file: 'requests.expected.jsonl', content: `${JSON.stringify({ type: 'request', lane: 1, place: 1, request: recorded })}\n` };
  },
};

/** A path holds a token or a name, never a header. */
const IN_PATH: Form = (text) => transcript({ from: 'agent', frame: { params: { locations: [{ path: `{{cwd}}/${text}/notes.txt` }] } } });

interface Verdict {
  outcome: 'redacted' | 'refused' | 'MISSED';
  told: string;
}

/** What record does with a file: redaction, then the gate. */
async function pass({ file, content }: { file: string; content: string }, secrets: Secrets, core: string): Promise<Verdict> {
  const redacted =
    file === 'session.jsonl'
      ? toReplaySource(content, { cwd: bindings.cwd, redact: secrets })
      : { text: content, findings: [] as { rule: string; place: string }[] };
  const leaks = await findLeaks(new Map([[file, new TextEncoder().encode(redacted.text)]]), secrets);
  const told = JSON.stringify([redacted.findings, leaks]);
  if (leaks.length > 0) return { outcome: 'refused', told };
  return { outcome: meaningOf(redacted.text).includes(core) ? 'MISSED' : 'redacted', told };
}

/** Everything a text says to a reader who undoes escapes and joins deltas: independent of the code under test. */
function meaningOf(text: string): string {
  const strings: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      strings.push(value);
      for (const line of value.split('\n')) parse(line.replace(/^data: |^the call was /, ''));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  const parse = (line: string): void => {
    try {
      if (/^[[{]/.test(line)) collect(JSON.parse(line));
    } catch {
      // No JSON.
    }
  };
  for (const line of text.split('\n')) parse(line);
  return `${text}\n${strings.join('')}\n${strings.join('\n')}`;
}

test('every planted secret is redacted or refused before a file is written, in every form', async () => {
  const random = createRandom(SEED);
  const counts = { redacted: 0, refused: 0, MISSED: 0 };
  const missed: string[] = [];
  const formats = new Set<string>();
  const plant = async (planted: Planted, form: string, make: Form, secrets: Secrets): Promise<void> => {
    const { outcome, told } = await pass(make(planted.text, random), secrets, planted.core);
    counts[outcome]++;
    formats.add(planted.format);
    if (outcome === 'MISSED') missed.push(`${planted.format}, ${form}`);
    if (planted.core.length >= 8 && told.includes(planted.core)) missed.push(`${planted.format}, ${form}: the message tells the value`);
  };
  for (let round = 0; round < 1; round++) {
    const machine = machineOf(random);
    const secrets = { canaries: machine.canaries, identity: { homes: [machine.home], users: [machine.user], hosts: [machine.host] } };
    for (const planted of secretsOf(random, machine)) {
      for (const [form, make] of Object.entries(FORMS)) await plant(planted, form, make, secrets);
      if (!planted.needsField) await plant(planted, 'in a path', IN_PATH, secrets);
    }
  }
  const planted = counts.redacted + counts.refused + counts.MISSED;
  console.log(
    `seed ${SEED}: ${planted} secrets planted (${formats.size} formats, ${Object.keys(FORMS).length + 1} forms): ${counts.redacted} redacted, ${counts.refused} refused, ${counts.MISSED} missed`,
  );
  expect(missed).toEqual([]);
  expect(counts.redacted).toBeGreaterThan(100);
  expect(counts.refused).toBeGreaterThan(100);
});

test('lookalikes pass in every form, and keep their bytes', async () => {
  const random = createRandom(SEED);
  let passed = 0;
  const stopped: string[] = [];
  const machine = machineOf(random);
  const secrets = { canaries: machine.canaries, identity: { homes: [machine.home], users: [machine.user], hosts: [machine.host] } };
  for (let round = 0; round < 1; round++) {
    for (const { kind, text } of lookalikesOf(random)) {
      for (const [form, make] of Object.entries({ ...FORMS, 'in a path': IN_PATH })) {
        const { file, content } = make(text, random);
        const source = file === 'session.jsonl' ? toReplaySource(content, { cwd: bindings.cwd, redact: secrets }) : undefined;
        const leaks = await findLeaks(new Map([[file, new TextEncoder().encode(content)]]), secrets);
        if (leaks.length > 0 || (source && source.text !== content))
          stopped.push(`${kind}, ${form}: ${JSON.stringify([leaks, source?.findings])}`);
        else passed++;
      }
    }
  }
  console.log(`seed ${SEED}: ${passed} lookalikes passed, ${stopped.length} stopped`);
  expect(stopped).toEqual([]);
});

function filesBelow(folder: string): Map<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

for (const [what, folder] of [
  ['the recordings of other projects', RECORDINGS],
  ['the scenarios of this repository', SNAPSHOTS],
] as const) {
  test(`${what} pass`, async () => {
    let files: Map<string, Uint8Array>;
    try {
      files = filesBelow(folder);
    } catch {
      test.skip(true, 'the folder is not there');
      return;
    }
    const leaks = await findLeaks(files, { canaries: [] });
    console.log(`${what}: ${files.size} files, ${leaks.length} findings`);
    expect(leaks).toEqual([]);
    expect([...files].flatMap(([name, bytes]) => scanFile(name, new TextDecoder().decode(bytes), { canaries: [] }))).toEqual([]);
  });
}

test('a redacted log is still one, line by line', () => {
  const random = createRandom(SEED);
  const machine = machineOf(random);
  for (const { text } of secretsOf(random, machine)) {
    const { content } = FORMS['JSON-escaped once']!(text, random);
    const { text: redacted } = toReplaySource(content, { cwd: bindings.cwd, redact: { canaries: machine.canaries } });
    for (const { value } of parseJsonl(redacted, 'session.jsonl')) {
      const { data } = value as { data?: { arguments?: string } };
      if (data?.arguments !== undefined) expect(() => JSON.parse(data.arguments!) as unknown).not.toThrow();
    }
  }
});
