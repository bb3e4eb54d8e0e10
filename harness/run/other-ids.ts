import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeReply } from '../dialects/index.js';
import { OVERRIDE_FILE } from '../mutate/index.js';
import { exchange } from '../schema/index.js';
import type { Scenario } from '../scenario/index.js';

const REQUESTS = 'requests.expected.jsonl';

/** A copy of a scenario in which the model minted other ids. */
export interface OtherIds {
  /** How many call ids have other names. */
  renamed: number;
  /** Puts the recorded ids back into a text. */
  restore: (text: string) => string;
}

/** Ids that the model minted stand in the recording: another run of the model would have minted others. */
export async function copyWithOtherIds(scenario: Scenario, copy: string): Promise<OtherIds> {
  await mkdir(copy);
  await cp(scenario.dir, copy, { recursive: true, verbatimSymlinks: true });
  const { seam } = scenario.header;
  if (seam === 'none') return { renamed: 0, restore: (text) => text };
  const files = [
    ...scenario.files.sources.map((file) => basename(file)),
    ...(scenario.files.override === undefined ? [] : [OVERRIDE_FILE]),
  ];
  const sources = await read(copy, files);
  const ids = new Set(sources.flatMap(([, text]) => (seam === 'session' ? idsOfLog(text) : idsOfCassette(text))));
  const names = [...ids].map((id, at) => [id, `call_varied_${at}`] as const).toSorted(([a], [b]) => b.length - a.length);
  const rename = (text: string): string => names.reduce((changed, [id, name]) => changed.replaceAll(id, name), text);
  // The wire's requests name the recorded calls as they are.
  const expected = seam === 'provider' && scenario.files.expected.has(REQUESTS) ? await read(copy, [REQUESTS]) : [];
  for (const [file, text] of [...sources, ...expected]) await writeFile(join(copy, file), rename(text));
  const back = names.toReversed();
  return {
    renamed: names.length,
    restore: (text) => back.reduce((changed, [id, name]) => changed.replaceAll(`"${name}"`, `"${id}"`), text),
  };
}

const read = (folder: string, files: readonly string[]): Promise<(readonly [string, string])[]> =>
  Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const));

/** Long enough to be no word of a text. */
const CALL_ID = /"type":\s*"tool-call(?:-delta)?",(?:\s*"index":\s*\d+,)?\s*"id":\s*"([^"]{8,})"/g;

const idsOfLog = (text: string): string[] => [...text.matchAll(CALL_ID)].map((match) => match[1]!);

function idsOfCassette(text: string): string[] {
  return text
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const record = exchange.safeParse(JSON.parse(line)).data;
      if (!record) return [];
      return decodeReply(record.dialect, record.reply).reply.calls.flatMap(({ id }) => (id !== undefined && id.length >= 8 ? [id] : []));
    });
}
