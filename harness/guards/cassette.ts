import { authoredCallIds, createRecordedChooser, CASSETTE_FILE, parseCassette, type Cassette } from '../cassette/index.js';
import type { WireRequest } from '../schema/index.js';
import type { CorpusFile, CorpusScenario } from './corpus.js';

/** The cassette of a scenario with its file; undefined where there is none, or none that can be read, which other guards tell. */
export function cassetteOf({ files }: CorpusScenario): { file: CorpusFile; cassette: Cassette } | undefined {
  const file = files.get(CASSETTE_FILE);
  return file?.sound && file.text !== undefined ? { file, cassette: parseCassette(file.text, file.name) } : undefined;
}

/** How many places each lane of a cassette has. */
export function lengthsOf({ exchanges, authored }: Cassette): number[] {
  const lanes = [...exchanges, ...authored].map(({ lane }) => lane);
  return Array.from({ length: Math.max(0, ...lanes) }, (_, at) => lanes.filter((lane) => lane === at + 1).length);
}

/** Ids of tool calls that the replies of a cassette hold, worded for a request: they are the same in every run. */
export function mintedIn({ exchanges, authored }: Cassette, request: WireRequest): ReadonlySet<string> {
  return authored.length > 0 ? authoredCallIds(authored, request) : createRecordedChooser(exchanges).minted;
}
