import { AcpError } from './acp-error.js';

/** A JSONL file that is not strict JSONL. `line` counts from 1; the line's text is shown cut, never a whole record. */
export function jsonlError(code: `ACP_JSONL_${string}`, what: string, file: string, line: number, look: string): AcpError {
  return new AcpError({ code, summary: `${file}:${line}: ${what}`, look });
}
