import type { ComparedFile, SurfaceId, SurfaceStatus } from '../../harness/schema/index.js';
import { recordSegments } from './file-records.js';
import { textSegments } from './file-text.js';
import type { Budget } from './limits.js';
import { pictureOf } from './picture.js';
import type { FileModel } from './types.js';

/** One compared file as a diff within the budget of its run. */
export function fileModel(surface: SurfaceId, surfaceStatus: SurfaceStatus, file: ComparedFile, budget: Budget): FileModel {
  const captured = surfaceStatus === 'failed-to-run';
  const picture = surface === 'workspace' ? pictureOf(file, budget) : undefined;
  const head = {
    name: file.name,
    status: captured ? ('captured' as const) : file.status,
    ...(picture && { picture }),
    ...(file.expected !== undefined && { expectedSize: sizeOf(file.expected, file.encoding) }),
    ...(file.actual !== undefined && { actualSize: sizeOf(file.actual, file.encoding) }),
  };
  if (file.encoding === 'base64') return { ...head, kind: 'binary', segments: [] };
  // A matched surface may leave out one side: the texts are equal then.
  const matched = captured || file.status === 'matched';
  const expected = file.expected ?? (matched ? file.actual : undefined);
  const actual = file.actual ?? (matched ? file.expected : undefined);
  if (isRecords(surface, file.name)) return { ...head, kind: 'records', ...recordSegments(expected, actual, budget) };
  return { ...head, kind: 'text', ...textSegments(file.name, expected, actual, budget) };
}

/** Characters of a text, bytes of what travels as base64. */
function sizeOf(content: string, encoding: ComparedFile['encoding']): number {
  return encoding === 'utf8' ? content.length : (content.length / 4) * 3 - (/=*$/.exec(content)?.[0].length ?? 0);
}

/** As in the comparison: workspace files are texts, whatever they are called; views on the log have no extension. */
function isRecords(surface: SurfaceId, name: string): boolean {
  return surface !== 'workspace' && (name.endsWith('.jsonl') || !name.includes('.'));
}
