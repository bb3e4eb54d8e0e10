import { providerErrors } from '../errors/provider.js';
import { formatJsonl, parseJsonl, type JsonlLine } from '../jsonl/index.js';
import {
  authoredRecord,
  cassetteHeader,
  exchange,
  plainExchange,
  type AuthoredRecord,
  type Exchange,
  type PlainExchange,
} from '../schema/cassette.js';
import { UNCOMPILED } from '../schema/uncompiled.js';

export const CASSETTE_FILE = 'provider-replay.jsonl';

/** A scenario's recorded or authored provider traffic, as `provider-replay.jsonl` holds it. */
export interface Cassette {
  scenario: string;
  /** By lane and place; system prompt and tools in full. */
  exchanges: Exchange[];
  plain: PlainExchange[];
  /** In the order of the file. Recorded exchanges and authored records do not mix. */
  authored: AuthoredRecord[];
  /** Line of the file of each record; absent for what was not read from one. */
  lines: ReadonlyMap<object, number>;
}

const SCHEMAS = { exchange, plain: plainExchange, reply: authoredRecord, error: authoredRecord, hang: authoredRecord } as const;

/**
 * Reads `provider-replay.jsonl`.
 *
 * @throws AcpError `ACP_JSONL_*` or `ACP_CASSETTE` with file and line: no header, an unknown record, a place that is
 * there twice or missing, recorded and authored model calls in one file.
 */
export function parseCassette(text: string, file = CASSETTE_FILE): Cassette {
  const [first, ...rows] = parseJsonl(text, file);
  const header = cassetteHeader.safeParse(first?.value, UNCOMPILED);
  if (!header.success) throw providerErrors.badCassette(`${file}:1`, 'not the header of recorded provider traffic.');
  const lines = new Map<object, number>();
  const cassette: Cassette = { scenario: header.data.scenario, exchanges: [], plain: [], authored: [], lines };
  for (const row of rows) {
    const record = readRecord(row, file);
    lines.set(record, row.line);
    if (record.type === 'exchange') cassette.exchanges.push(record);
    else if (record.type === 'plain') cassette.plain.push(record);
    else cassette.authored.push(record);
  }
  refuseMixed(cassette, file);
  checkPlaces(cassette, file);
  unfold(cassette, file);
  return cassette;
}

/**
 * Writes `provider-replay.jsonl`: model calls by lane and place, then the plain ones as they came. System prompt and
 * tools stand in the first exchange of a lane that has them; equal ones behind it are `{{system}}` and `{{tools}}`.
 */
export function formatCassette({ scenario, exchanges, plain, authored }: Omit<Cassette, 'lines'>): string {
  const header = { type: 'fixture', fixture: 'provider-replay', schema: 1, scenario };
  return formatJsonl([header, ...fold(exchanges.toSorted(byPlace)), ...plain, ...authored]);
}

export const byPlace = (a: Exchange, b: Exchange): number => a.lane - b.lane || a.place - b.place;

function readRecord({ value, line }: JsonlLine, file: string): Exchange | PlainExchange | AuthoredRecord {
  const type = String((value as { type?: unknown } | null)?.type);
  if (!Object.hasOwn(SCHEMAS, type))
    throw providerErrors.badCassette(
      `${file}:${line}`,
      `a record of unknown type ${JSON.stringify(type)}.`,
      `types are ${Object.keys(SCHEMAS).join(', ')}`,
    );
  const parsed = SCHEMAS[type as keyof typeof SCHEMAS].safeParse(value, UNCOMPILED);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw providerErrors.badCassette(
    `${file}:${line}`,
    `not a record of type "${type}": ${issue.path.map(String).join('.') || 'the whole'} ${issue.message}`,
  );
}

function refuseMixed({ exchanges, authored, lines }: Cassette, file: string): void {
  if (exchanges.length === 0 || authored.length === 0) return;
  const line = lines.get(authored[0]!);
  throw providerErrors.badCassette(
    `${file}:${line}`,
    'an authored record among recorded exchanges.',
    'keep what was recorded and what was written by hand in scenarios of their own',
  );
}

function checkPlaces({ exchanges, lines }: Cassette, file: string): void {
  const last = new Map<number, number>();
  exchanges.sort(byPlace);
  for (const record of exchanges) {
    const { lane, place } = record;
    const before = last.get(lane) ?? 0;
    const at = `${file}:${lines.get(record)}`;
    if (place === before) throw providerErrors.badCassette(at, `lane ${lane}, place ${place} is there twice.`);
    if (place > before + 1) throw providerErrors.badCassette(at, `lane ${lane} has no place ${before + 1}.`, 'a line that was lost');
    last.set(lane, place);
  }
}

/** Equal system prompts and tools behind the first of a lane become tokens. */
function fold(exchanges: readonly Exchange[]): Exchange[] {
  const first = new Map<number, { system: string; tools: string }>();
  return exchanges.map((record) => {
    const tools = JSON.stringify(record.request.tools);
    const known = first.get(record.lane);
    if (!known) {
      first.set(record.lane, { system: record.request.system, tools });
      return record;
    }
    return {
      ...record,
      request: {
        ...record.request,
        ...(known.system === record.request.system && { system: '{{system}}' }),
        ...(known.tools === tools && { tools: '{{tools}}' as const }),
      },
    };
  });
}

function unfold({ exchanges, lines }: Cassette, file: string): void {
  const first = new Map<number, Exchange['request']>();
  for (const record of exchanges) {
    const { request, lane } = record;
    const known = first.get(lane);
    if (!known) first.set(lane, request);
    if (!known && (request.system === '{{system}}' || request.tools === '{{tools}}'))
      throw providerErrors.badCassette(
        `${file}:${lines.get(record)}`,
        `the first exchange of lane ${lane} holds no system prompt and tools.`,
      );
    if (known && request.system === '{{system}}') request.system = known.system;
    if (known && request.tools === '{{tools}}') request.tools = known.tools;
  }
}
