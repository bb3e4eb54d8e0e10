import { expect, test } from '@playwright/test';
import type { AcpError } from '../../../harness/errors/index.js';
import { parseJsonl } from '../../../harness/jsonl/index.js';

const failure = (text: string): AcpError => {
  try {
    parseJsonl(text, 'input.jsonl');
  } catch (error) {
    return error as AcpError;
  }
  throw new Error('expected a failure');
};

test('reads one value a line, with its bytes', () => {
  expect(parseJsonl('{"a":1}\n[ 1.0 ]\nnull\n', 'f')).toEqual([
    { line: 1, value: { a: 1 }, raw: '{"a":1}' },
    { line: 2, value: [1], raw: '[ 1.0 ]' },
    { line: 3, value: null, raw: 'null' },
  ]);
});

test('holds no lines where the text is empty', () => {
  expect(parseJsonl('', 'f')).toEqual([]);
});

test('splits at line feeds only', () => {
  expect(parseJsonl('"a\u2028b\u0085c"\n', 'f')[0]!.value).toBe('a\u2028b\u0085c');
});

for (const { name, text, code, place } of [
  { name: 'a byte order mark', text: '\uFEFF{}\n', code: 'ACP_JSONL_BOM', place: 'input.jsonl:1' },
  { name: 'CRLF', text: '{}\n{}\r\n', code: 'ACP_JSONL_CRLF', place: 'input.jsonl:2' },
  { name: 'a blank line', text: '{}\n\n{}\n', code: 'ACP_JSONL_BLANK_LINE', place: 'input.jsonl:2' },
  { name: 'a line of blanks', text: '{}\n  \n', code: 'ACP_JSONL_BLANK_LINE', place: 'input.jsonl:2' },
  { name: 'a marker of ours', text: '{}\n<<<<<<< HEAD\n', code: 'ACP_JSONL_MERGE_CONFLICT', place: 'input.jsonl:2' },
  { name: 'a marker between', text: '{}\n=======\n', code: 'ACP_JSONL_MERGE_CONFLICT', place: 'input.jsonl:2' },
  { name: 'a marker of theirs', text: '>>>>>>> topic\n', code: 'ACP_JSONL_MERGE_CONFLICT', place: 'input.jsonl:1' },
  { name: 'a marker of the base', text: '||||||| base\n', code: 'ACP_JSONL_MERGE_CONFLICT', place: 'input.jsonl:1' },
  { name: 'malformed JSON', text: '{}\n{"a":}\n', code: 'ACP_JSONL_MALFORMED', place: 'input.jsonl:2' },
  { name: 'a missing final newline', text: '{}\n{}', code: 'ACP_JSONL_NO_FINAL_NEWLINE', place: 'input.jsonl:2' },
  { name: 'a cut last line', text: '{}\n{"a', code: 'ACP_JSONL_MALFORMED', place: 'input.jsonl:2' },
]) {
  test(`refuses ${name} with file and line`, () => {
    const error = failure(text);
    expect(error.code).toBe(code);
    expect(error.message).toContain(place);
  });
}

test('never quotes the text of a malformed line', () => {
  for (const text of ['hunter2hunter2\n', '{"key":"hunter2hunter2"\n', '{"key":hunter2hunter2}\n', '"hunter2hunter2\n']) {
    expect(failure(text).message).not.toContain('hunter2');
  }
});

test('a conflict in an expected file is solved by a refresh, one in a recording is not', () => {
  const conflict = (file: string) => () => parseJsonl('<<<<<<< HEAD\n', file);
  expect(conflict('a/transcript.expected.jsonl')).toThrow('refresh the scenario on your machine: the run writes this file anew');
  expect(conflict('a/session.jsonl')).toThrow('do not edit a recording by hand');
});
