import { diffFields } from '../diff/index.js';
import { formatJsonl, parseJsonl } from '../jsonl/index.js';
import { faultRecord, type FaultRecord } from '../schema/index.js';

/** Text of `faults.expected.jsonl`: a header, then a record a fault. */
export function formatFaults(scenario: string, records: readonly FaultRecord[]): string {
  return formatJsonl([{ type: 'fixture', fixture: 'faults', schema: 1, scenario }, ...records]);
}

/**
 * How what an agent made of faults differs from what is committed, a line a difference. Records belong together by their
 * fault, call and times.
 *
 * @throws AcpError `ACP_JSONL_*` where the committed text cannot be read
 */
export function compareFaults(committed: string, records: readonly FaultRecord[], file = 'faults.expected.jsonl'): string[] {
  const expected = new Map(
    parseJsonl(committed, file)
      .slice(1)
      .map(({ value }) => faultRecord.parse(value))
      .map((record) => [keyOf(record), record]),
  );
  const actual = new Map(records.map((record) => [keyOf(record), record]));
  const changed = [...actual].flatMap(([key, record]) => {
    const before = expected.get(key);
    if (!before) return [`${key}: not expected, ended ${record.end}`];
    return diffFields(before, record).map((one) => `${key}: ${one.path.slice(2)} ${short(one.expected)} → ${short(one.actual)}`);
  });
  return [...changed, ...[...expected.keys()].filter((key) => !actual.has(key)).map((key) => `${key}: expected, and not tried`)];
}

const keyOf = ({ fault, call, times }: FaultRecord): string =>
  `${fault}${call === 1 ? '' : ` at call ${call}`}${times === undefined ? '' : ` ×${times}`}`;

function short(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
