import { diffFields, leafDistance } from '../diff/fields.js';
import type { AnyRequest } from '../schema/any-request.js';
import type { Decision, FieldDifference } from '../schema/replay.js';
import { placeKey } from './expected.js';

type Call = Extract<Decision, { type: 'decision' }>;

/** What comparing a request with the expected one says. */
export type Verdict = Pick<Call, 'outcome' | 'drifted' | 'differences' | 'moreDifferences'>;

/** What requests are compared with: the expected ones by {@link placeKey}, and what stands for the tokens in them. */
export interface Expectations<Request extends AnyRequest> {
  /** Undefined where they do not exist yet. */
  readonly expected: ReadonlyMap<string, { readonly lane: number; readonly place: number; readonly request: Request }> | undefined;
  readonly pin: { readonly system: string; readonly tools: Request['tools'] } | undefined;
}

/** As many differences as a person reads; the rest is counted. */
const MOST_DIFFERENCES = 8;
const LONGEST_VALUE = 2000;
const CONTEXT = 40;

/** Compares a normalized request with the expected one of its place; `unverified` where none can exist yet. */
export function verifyRequest<Request extends AnyRequest>(
  script: Expectations<Request>,
  lane: number,
  place: number,
  request: Request,
): Verdict {
  if (!script.expected) return { outcome: 'unverified', drifted: [], differences: [], moreDifferences: 0 };
  const record = script.expected.get(placeKey(lane, place));
  const differences = diffFields(record && withPin(record.request, request, script), request);
  const drifted = [...new Set(differences.map(({ path }) => surfaceOf(path)))];
  return { outcome: differences.length === 0 ? 'match' : 'drift', drifted, ...fewest(differences) };
}

/** The expected request nearest to one that has no place: the fewest leaves differ. Only of these lanes, where any are named. */
export function nearestRequest<Request extends AnyRequest>(
  script: Expectations<Request>,
  lanes: readonly number[],
  request: Request,
): { lane: number; place: number; differences: FieldDifference[] } | undefined {
  let nearest: { lane: number; place: number; expected: Request; distance: number } | undefined;
  for (const record of script.expected?.values() ?? []) {
    if (lanes.length > 0 && !lanes.includes(record.lane)) continue;
    const expected = withPin(record.request, request, script);
    const distance = leafDistance(expected, request);
    if (!nearest || distance < nearest.distance) nearest = { lane: record.lane, place: record.place, expected, distance };
  }
  return nearest && { lane: nearest.lane, place: nearest.place, differences: diffFields(nearest.expected, request) };
}

/** The first few differences, long values cut around the place where they part. */
export function fewest(differences: readonly FieldDifference[]): Pick<Call, 'differences' | 'moreDifferences'> {
  return {
    differences: differences.slice(0, MOST_DIFFERENCES).map(shortened),
    moreDifferences: Math.max(0, differences.length - MOST_DIFFERENCES),
  };
}

/** The pin's bytes stand for the tokens. Without a pin nobody can say what the tokens stand for: what came is not compared. */
function withPin<Request extends AnyRequest>(expected: Request, received: Request, { pin }: Expectations<Request>): Request {
  return {
    ...expected,
    system: expected.system === '{{system}}' ? (pin?.system ?? received.system) : expected.system,
    tools: expected.tools === '{{tools}}' ? (pin?.tools ?? received.tools) : expected.tools,
  };
}

function surfaceOf(path: string): Call['drifted'][number] {
  if (/^\$\.system\b/.test(path)) return 'system-prompt';
  return /^\$\.tools\b/.test(path) ? 'tool-schemas' : 'requests';
}

function shortened({ path, expected, actual }: FieldDifference): FieldDifference {
  const texts = [expected, actual].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const from = texts.some((text) => text !== undefined && text.length > LONGEST_VALUE) ? partingPlace(texts) : undefined;
  if (from === undefined) return { path, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) };
  const [was, is] = texts.map((text) => text && cut(text, from));
  return { path, ...(was !== undefined && { expected: was }), ...(is !== undefined && { actual: is }) };
}

function cut(text: string, from: number): string {
  const end = from + LONGEST_VALUE;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}

/** Some characters before the first one that differs. */
function partingPlace([a, b]: (string | undefined)[]): number {
  if (a === undefined || b === undefined) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return Math.max(0, at - CONTEXT);
}
