import { complaintGuard, fileName } from './complaint-guard.js';
import { isReplaySource, type Complaint, type Corpus } from './corpus.js';
import type { Edit } from './finding.js';
import type { Guard } from './guard.js';

const MECHANICAL: ReadonlySet<string> = new Set([
  'ACP_JSONL_BOM',
  'ACP_JSONL_CRLF',
  'ACP_JSONL_NO_FINAL_NEWLINE',
  'ACP_SCENARIO_BOM',
  'ACP_SCENARIO_CRLF',
]);
const FORM = /^ACP_JSONL_(?!MERGE_CONFLICT)|^ACP_SCENARIO_(?:BOM|CRLF|ENCODING|JSON|FILE_EMPTY)$/;

/** JSON and JSONL as we write them: UTF-8 without a mark, LF, one value a line, a final newline. */
export const form: Guard = complaintGuard(
  'form',
  'Files of ours are UTF-8 without a byte order mark, LF, one JSON value a line, with a final newline.',
  ({ code }) => FORM.test(code),
  tidy,
);

/** Line ends and marks can be put right without a decision; a replay source keeps its bytes, and record alone writes it. */
function tidy(complaint: Complaint, corpus: Corpus): Edit | undefined {
  const name = fileName(complaint, corpus);
  const text = corpus.scenarios.find((scenario) => scenario.name === complaint.scenario)?.files.get(name)?.text;
  if (text === undefined || !MECHANICAL.has(complaint.code) || isReplaySource(name)) return undefined;
  const lines = text.replaceAll('\r\n', '\n');
  return { path: complaint.file, text: lines.endsWith('\n') ? lines : `${lines}\n` };
}
