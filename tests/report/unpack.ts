import { gunzipSync } from 'node:zlib';
import type { ReportIndex, RunDetail } from '../../reporters/model/index.js';

/** Reads a written page back: its index and the details of its runs. */
export function unpackReport(html: string): { index: ReportIndex; details: Map<string, RunDetail> } {
  const blocks = new Map<string, unknown>();
  for (const [, name, text] of html.matchAll(/<script type="application\/gzip" data-block="([^"]+)">([^<]*)<\/script>/g)) {
    blocks.set(name!, JSON.parse(gunzipSync(Buffer.from(text!, 'base64')).toString('utf8')));
  }
  const index = blocks.get('index') as ReportIndex;
  blocks.delete('index');
  return { index, details: blocks as Map<string, RunDetail> };
}
