import { requestRecord, type RequestRecord } from '../schema/index.js';
import type { CorpusScenario } from './corpus.js';

export const REQUESTS_FILE = 'requests.expected.jsonl';

/** The expected requests of a scenario with their lines; those that cannot be read are left out. */
export function requestsOf({ files }: CorpusScenario): { line: number; path: string; record: RequestRecord }[] {
  const file = files.get(REQUESTS_FILE);
  return (file?.records ?? []).flatMap(({ line, value }) => {
    const record = requestRecord.safeParse(value).data;
    return record ? [{ line, path: file!.path, record }] : [];
  });
}
