import { AcpError } from '../errors/acp-error.js';
import { jsonlError } from '../errors/jsonl.js';

/** One line of a JSONL file. `raw` is the line as it stands, without its newline; `line` counts from 1. */
export interface JsonlLine {
  line: number;
  value: unknown;
  raw: string;
}

const MERGE_MARKER = /^(<{7}|={7}|>{7}|\|{7})( |$)/;

/**
 * Reads strict JSONL: one JSON value a line, `\n` after each, nothing else. An empty text holds no lines.
 *
 * @throws AcpError `ACP_JSONL_*` with file and line: byte order mark, CRLF, merge-conflict marker, blank line,
 * malformed JSON, missing final newline.
 *
 * @example
 * parseJsonl('{"a":1}\n', 'input.jsonl'); // [{ line: 1, value: { a: 1 }, raw: '{"a":1}' }]
 */
export function parseJsonl(text: string, file: string): JsonlLine[] {
  return readLines(text, file, (error) => {
    throw error;
  });
}

const TOLD_ONCE: ReadonlySet<string> = new Set(['ACP_JSONL_CRLF', 'ACP_JSONL_MERGE_CONFLICT']);

/** As {@link parseJsonl}, but goes on after a bad line: `complain` is told of each, of CRLF and of a conflict's markers once. */
export function scanJsonl(text: string, file: string, complain: (error: AcpError) => void): JsonlLine[] {
  const told = new Set<string>();
  return readLines(text, file, (error) => {
    if (!TOLD_ONCE.has(error.code) || !told.has(error.code)) complain(error);
    told.add(error.code);
  });
}

function readLines(text: string, file: string, complain: (error: AcpError) => void): JsonlLine[] {
  if (text === '') return [];
  if (text.startsWith('\uFEFF'))
    complain(jsonlError('ACP_JSONL_BOM', 'the file starts with a byte order mark.', file, 1, 'save the file as UTF-8 without one'));
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n');
  const last = lines.pop();
  const parsed: JsonlLine[] = [];
  const read = (raw: string, line: number): boolean => {
    const value = parseLine(raw, file, line);
    if (value instanceof AcpError) complain(value);
    else parsed.push(value);
    return !(value instanceof AcpError);
  };
  for (const [index, raw] of lines.entries()) read(raw, index + 1);
  const line = lines.length + 1;
  if (last !== undefined && last !== '' && read(last, line))
    complain(
      jsonlError(
        'ACP_JSONL_NO_FINAL_NEWLINE',
        'the last line does not end with a newline.',
        file,
        line,
        'end the file with one, or record again if it was cut',
      ),
    );
  return parsed;
}

function parseLine(raw: string, file: string, line: number): JsonlLine | AcpError {
  if (raw.endsWith('\r'))
    return jsonlError(
      'ACP_JSONL_CRLF',
      'the line ends with CRLF.',
      file,
      line,
      'keep the file out of newline conversion: *.jsonl -text in .gitattributes',
    );
  try {
    return { line, value: JSON.parse(raw) as unknown, raw };
  } catch (error) {
    return malformed(raw, file, line, error);
  }
}

function malformed(raw: string, file: string, line: number, error: unknown): AcpError {
  if (raw.trim() === '')
    return jsonlError('ACP_JSONL_BLANK_LINE', 'a blank line.', file, line, 'remove it: each line holds one JSON value');
  const marker = MERGE_MARKER.exec(raw);
  if (marker)
    return jsonlError(
      'ACP_JSONL_MERGE_CONFLICT',
      `a merge-conflict marker (${marker[1]}).`,
      file,
      line,
      /\.expected\.\w+$/.test(file)
        ? 'refresh the scenario on your machine: the run writes this file anew'
        : 'resolve the merge; do not edit a recording by hand',
    );
  return jsonlError('ACP_JSONL_MALFORMED', `not JSON: ${reasonOf(error)}`, file, line, 'each line holds one JSON value');
}

/** The parser's reason without the excerpt of the text it may quote: the line can hold anything. */
function reasonOf(error: unknown): string {
  return (
    (error as SyntaxError).message.replace(/,? ?\.{0,3}".*$/s, '').replace(/ in JSON at position (\d+).*$/s, ' at column $1') || 'malformed'
  );
}
