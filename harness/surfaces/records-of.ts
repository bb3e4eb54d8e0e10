/** One unit of a compared file: a JSONL record, a tool of the tool schemas, a line of a text, a whole JSON document. */
export interface FileRecord {
  /** Ordinal in the file, from 1, client rows counted. */
  readonly ordinal: number;
  /** What is compared. */
  readonly raw: string;
  /** Parsed JSON; the line itself where it is none. Read when needed: most records are equal. */
  value(): unknown;
}

export interface FileRecords {
  readonly records: FileRecord[];
  /** Whether a record is a line of text and not JSON. */
  readonly lines: boolean;
  /** The client's rows of a transcript, which are not compared. */
  readonly context: number;
}

const parse = (raw: string): unknown => {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
};

const fromLine = (raw: string, index: number): FileRecord => ({ ordinal: index + 1, raw, value: () => parse(raw) });

/** Cuts a text into the records that are aligned with each other. Line ends are compared apart, as facts of the file. */
export function recordsOf(surface: string, name: string, text: string): FileRecords {
  if (name.endsWith('.json')) return fromJson(surface, text);
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const records = lines.map(fromLine);
  if (!isJsonl(surface, name)) return { records, lines: true, context: 0 };
  if (surface !== 'transcript') return { records, lines: false, context: 0 };
  const compared = records.filter((record) => !isClientRow(record));
  return { records: compared, lines: false, context: records.length - compared.length };
}

/** Workspace files are texts, whatever they are called. */
function isJsonl(surface: string, name: string): boolean {
  return surface !== 'workspace' && (name.endsWith('.jsonl') || !name.includes('.'));
}

function fromJson(surface: string, text: string): FileRecords {
  const value = parse(text);
  if (surface === 'tool-schemas' && Array.isArray(value)) {
    return {
      records: value.map((tool, index) => ({ ordinal: index + 1, raw: JSON.stringify(tool), value: () => tool as unknown })),
      lines: false,
      context: 0,
    };
  }
  if (surface === 'workspace' || typeof value === 'string')
    return { records: text.replaceAll('\r\n', '\n').split('\n').map(fromLine), lines: true, context: 0 };
  return { records: [{ ordinal: 1, raw: JSON.stringify(value), value: () => value }], lines: false, context: 0 };
}

function isClientRow({ raw, value }: FileRecord): boolean {
  if (!raw.includes('"from":"client"')) return false;
  return (value() as { from?: unknown } | null)?.from === 'client';
}
