import { gzipSync } from 'node:zlib';

/** A value as the text of a data block: JSON, gzipped, base64. It holds no character that markup knows. */
export function pack(value: unknown): string {
  return gzipSync(JSON.stringify(value), { level: 7 }).toString('base64');
}
