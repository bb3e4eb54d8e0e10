import type { FileDiff } from './tool.js';

/** Lines kept around a change. */
const CONTEXT = 3;

/** The lines that differ between two texts, with a few around them, as one block. */
export function fileDiff(path: string, before: string | undefined, after: string): FileDiff {
  if (before === undefined) return { path, newText: after };
  const [old, now] = [lines(before), lines(after)];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const from = Math.max(0, head - CONTEXT);
  const keep = Math.max(0, tail - CONTEXT);
  return { path, oldText: old.slice(from, old.length - keep).join('\n'), newText: now.slice(from, now.length - keep).join('\n') };
}

/** A last newline ends a line; it does not begin one. */
export const lines = (text: string): string[] => {
  if (text === '') return [];
  const split = text.split('\n');
  if (split.at(-1) === '') split.pop();
  return split;
};
