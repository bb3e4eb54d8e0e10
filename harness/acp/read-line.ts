import { isUtf8 } from 'node:buffer';
import type { CapturedFrame, FrameFlag } from '../surfaces/frame.js';
import type { SplitLine } from './line-splitter.js';

type ReadLine = Pick<CapturedFrame, 'raw' | 'value' | 'noise' | 'flags'>;

/** Reads one line strictly: exactly one JSON object, or noise that says why it is not. */
export function readLine(line: SplitLine): ReadLine {
  const flags: FrameFlag[] = line.terminated ? [] : ['no newline'];
  const bytes = Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.byteLength);
  if (line.size > bytes.length) {
    return finish({ raw: bytes.toString('utf8'), noise: `over-long line: ${line.size} bytes` }, [...flags, 'cut']);
  }
  if (!isUtf8(bytes)) return finish({ raw: bytes.toString('base64'), noise: 'invalid UTF-8' }, [...flags, 'base64']);
  const raw = bytes.toString('utf8');
  let json = raw;
  if (json.charCodeAt(0) === 0xfeff) {
    flags.push('byte order mark');
    json = json.slice(1);
  }
  if (json.endsWith('\r')) flags.push('carriage return');
  return finish({ raw, ...parseObject(json) }, flags);
}

const finish = (read: ReadLine, flags: FrameFlag[]): ReadLine => (flags.length === 0 ? read : { ...read, flags });

function parseObject(json: string): { value: Record<string, unknown> } | { noise: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { noise: json.trim() === '' ? 'blank line' : 'not JSON' };
  }
  if (Array.isArray(value)) return { noise: 'a JSON array (ACP knows no batches)' };
  if (value === null || typeof value !== 'object') return { noise: 'a JSON scalar' };
  return { value: value as Record<string, unknown> };
}
