import { parseJsonl } from '../jsonl/index.js';
import { createPathFinder } from '../normalize/index.js';
import { findSecrets, type SecretFinding, type Secrets } from '../redact/index.js';
import { replaceInStrings, replaceInText, type Find } from './pieces.js';
import { rewriteRows, tokenizeCwd, type LogRow } from './rewrite-log.js';
import { parseSessionLog } from './session-log.js';

export interface ReplaySourceOptions {
  /** Every spelling of the cwd the run was recorded in. */
  cwd: readonly string[];
  redact: Secrets;
  /** Name of the log in errors. */
  file?: string;
}

/**
 * What record writes as `session.jsonl`: the agent's log with three changes and no other. Secrets are redacted; the
 * bulk in `request/header` becomes `{{system}}` and `{{tools}}` (what is absent stays absent); the generated cwd
 * becomes `{{cwd}}`, also where the model echoed it over several deltas. A row that holds none of them keeps its bytes.
 *
 * @returns the text, and where something was redacted: by rule and line, never what.
 * @throws AcpError `ACP_JSONL_*`, `ACP_REPLAY_LOG` where the text is no session log.
 */
export function toReplaySource(log: string, options: ReplaySourceOptions): { text: string; findings: SecretFinding[] } {
  const file = options.file ?? 'session.jsonl';
  parseSessionLog(log, file);
  const [header, ...lines] = parseJsonl(log, file);
  const findings: SecretFinding[] = [];
  const findPath = createPathFinder({ cwd: [...options.cwd], home: [], tmp: [] });
  const variables = new Set<string>();
  const findSecret: Find = (text) => {
    const found = findSecrets(text, options.redact);
    for (const { variable } of found) if (variable !== undefined) variables.add(variable);
    return found;
  };

  const rows = lines.map(({ value }) => value as LogRow);
  // Paths first, as in a request: the workspace may lie in the home directory.
  const tokenized = tokenizeCwd(rows.map(withoutBulk), findPath);
  const tokenizedHeader = replaceInStrings(header!.value, (text) => replaceInText(text, findPath));
  const redacted = rewriteRows(tokenized, findSecret);
  const redactedHeader = replaceInStrings(tokenizedHeader, (text) => replaceInText(text, findSecret));

  const texts = [header!, ...lines].map(({ raw, value, line }, at) => {
    const [was, tokens, now] = [value, at === 0 ? tokenizedHeader : tokenized[at - 1], at === 0 ? redactedHeader : redacted[at - 1]].map(
      (row) => JSON.stringify(row),
    );
    if (tokens !== now) findings.push(...findingsOf(now!, line, variables));
    return `${was === now ? raw : now}\n`;
  });
  return { text: texts.join(''), findings };
}

function withoutBulk(row: LogRow): LogRow {
  const header = row.type === 'request/header' ? row.data['header'] : undefined;
  if (typeof header !== 'object' || header === null) return row;
  const tokens = { ...('system' in header && { system: '{{system}}' }), ...('tools' in header && { tools: '{{tools}}' }) };
  return { ...row, data: { ...row.data, header: { ...header, ...tokens } } };
}

const REDACTED = /\[redacted:([a-z-]+)\]/g;

/** A value that is split over rows belongs to none of them alone, so that where several variables were found all are named. */
function findingsOf(redacted: string, line: number, variables: ReadonlySet<string>): SecretFinding[] {
  const rules = new Set([...redacted.matchAll(REDACTED)].map((match) => match[1]!));
  const variable = [...variables].join(' or $');
  return [...rules].map((rule) => ({ rule, place: `line ${line}`, ...(rule === 'canary' && variable !== '' && { variable }) }));
}
