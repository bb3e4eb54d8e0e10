import { unescapedLevels } from './find.js';
import { joinDeltas } from './joined.js';
import { placeIn, type SecretFinding } from './redact.js';
import { lineOf, withJoined } from './scan.js';

interface Range {
  rule: string;
  start: number;
  end: number;
}

type Lint = (text: string) => Promise<Range[]>;

let loaded: Promise<Lint> | undefined;

/**
 * Where a file holds secrets by secretlint's recommended rules: in its text, with its JSON escapes undone, and in its
 * deltas joined. Loaded at the first call: a run that writes nothing never pays for it. Comments that switch secretlint
 * off are text like any other here.
 */
export async function lintFile(file: string, text: string): Promise<SecretFinding[]> {
  const lint = await (loaded ??= loadSecretlint());
  const found: SecretFinding[] = [];
  for (const range of await lintLevels(lint, text)) found.push({ rule: range.rule, place: placeIn(text, range.start, file) });
  const joined: { rule: string; line: number }[] = [];
  for (const field of joinDeltas(text))
    for (const { rule, start } of await lintLevels(lint, field.text)) joined.push({ rule, line: lineOf(field, start) });
  return withJoined(file, found, joined);
}

async function lintLevels(lint: Lint, text: string): Promise<Range[]> {
  const ranges = await lint(text);
  for (const { text: meant, starts } of unescapedLevels(text))
    for (const { rule, start, end } of await lint(meant)) ranges.push({ rule, start: starts[start]!, end: starts[end]! });
  return ranges;
}

async function loadSecretlint(): Promise<Lint> {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // Its profiler keeps every mark of the process and searches all of them at each: minutes after some thousand texts.
  secretLintProfiler.mark = () => undefined;
  const config = {
    rules: rules.filter(({ meta }) => !meta.id.endsWith('-filter-comments')).map((rule) => ({ id: rule.meta.id, rule, options: {} })),
  };
  return async (text) => {
    const { messages } = await lintSource({
      source: { content: text, filePath: 'text', ext: '', contentType: 'text' },
      options: { config, noPhysicFilePath: true, maskSecrets: true },
    });
    return messages.map(({ ruleId, range }) => ({
      rule: ruleId.replace(/^.*secretlint-rule-/, 'secretlint-'),
      start: range[0],
      end: range[1],
    }));
  };
}
