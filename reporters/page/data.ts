import type { ReportIndex, RunDetail } from '../model/types.js';

const details = new Map<string, Promise<RunDetail>>();

export async function readIndex(): Promise<ReportIndex> {
  return (await unpack('index')) as ReportIndex;
}

/** The detail of one run, unpacked when it is first looked at. */
export function readDetail(block: string): Promise<RunDetail> {
  const known = details.get(block);
  if (known) return known;
  const detail = unpack(block) as Promise<RunDetail>;
  details.set(block, detail);
  return detail;
}

/** A block that not every page has. */
export async function readOptional(block: string): Promise<unknown> {
  return document.querySelector(`script[data-block="${CSS.escape(block)}"]`) ? unpack(block) : undefined;
}

async function unpack(block: string): Promise<unknown> {
  const element = document.querySelector(`script[data-block="${CSS.escape(block)}"]`);
  if (!element) throw new Error(`This file is incomplete: its data block "${block}" is missing.`);
  const binary = atob(element.textContent);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}
