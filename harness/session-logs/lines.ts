import { sessionLogErrors } from '../errors/session-logs.js';
import type { DecodedFile } from './decoded.js';

/**
 * JSONL of others: byte order mark, CRLF, blank lines and a last line without its newline are allowed. A last line that
 * is no JSON was cut off; one further up is damage.
 *
 * @throws AcpError `ACP_SESSION_LOG_DAMAGED`
 */
export function decodeLines(text: string, file: string): DecodedFile {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const records: unknown[] = [];
  for (const [index, line] of lines.slice(0, last + 1).entries()) {
    if (line.trim() === '') continue;
    try {
      records.push(JSON.parse(line));
    } catch {
      if (index === last) return { records, torn: line };
      throw sessionLogErrors.damaged(file, index + 1, 'the line is not JSON');
    }
  }
  return { records };
}

/** Strict UTF-8. @throws AcpError `ACP_SESSION_LOG_DAMAGED` */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw sessionLogErrors.damaged(file, undefined, 'it is not UTF-8');
  }
}
