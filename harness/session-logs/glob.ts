/**
 * A glob over `/`-separated paths as a regular expression: `*` and `?` within one name, `**` over folders (none of
 * them too), `{a,b}` for alternatives. Node has globs of its own from 22 on only.
 *
 * @example
 * globPattern('**\/rollout-*.jsonl').test('2026/11/30/rollout-1.jsonl'); // true
 */
export function globPattern(glob: string): RegExp {
  let source = '';
  let depth = 0;
  for (const [token] of glob.matchAll(/\*\*\/|\*\*|./gsu)) {
    if (token === '**/') source += '(?:[^/]+/)*';
    else if (token === '**') source += '.*';
    else if (token === '*') source += '[^/]*';
    else if (token === '?') source += '[^/]';
    else if (token === '{') [source, depth] = [`${source}(?:`, depth + 1];
    else if (token === '}' && depth > 0) [source, depth] = [`${source})`, depth - 1];
    else if (token === ',' && depth > 0) source += '|';
    else source += token.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
  }
  // An alternative that was never closed is text of a name like any other.
  return depth > 0 ? globPattern(glob.replaceAll('{', '[')) : new RegExp(`^${source}$`, 'u');
}
