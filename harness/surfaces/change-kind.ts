import type { ChangeKind, FieldDifference, SurfaceId } from '../schema/index.js';

const FINISH_PATH = /(?:^|[.\]])(?:stopReason|finishReason|reason\.kind|finishReason\.kind)$/;
const TOKEN = /\{\{[a-z-]+(?:#\d+)?\}\}/g;

/** What kind of change a difference of fields is. Absent on one side means added or removed, whatever the value. */
export function changeKind(surface: SurfaceId, { path, expected, actual }: FieldDifference): ChangeKind {
  if (surface === 'system-prompt' || path.startsWith('$.request.system')) return 'prompt';
  if (surface === 'tool-schemas' || path.startsWith('$.request.tools')) return 'schema';
  if (FINISH_PATH.test(path)) return 'finish kind';
  if (expected === undefined) return 'field added';
  if (actual === undefined) return 'field removed';
  return onlyTokensDiffer(expected, actual) ? 'normalized only' : 'value';
}

function onlyTokensDiffer(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  const blank = expected.replaceAll(TOKEN, '{{}}');
  return blank !== expected && blank === actual.replaceAll(TOKEN, '{{}}');
}
