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
  /** The method of the client's request that an answer names by its id; of a transcript only. */
  methodOf(id: unknown): string | undefined;
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
  if (!isJsonl(surface, name)) return { records, lines: true, ...NO_CONTEXT };
  if (surface !== 'transcript') return { records, lines: false, ...NO_CONTEXT };
  const rows = records.filter(isClientRow);
  const context = new Set(rows);
  return {
    records: records.filter((record) => !context.has(record)),
    lines: false,
    context: rows.length,
    methodOf: createMethodFinder(rows),
  };
}

const NO_CONTEXT = { context: 0, methodOf: () => undefined };

/** Read only once it is asked for: most transcripts show no change. */
function createMethodFinder(rows: readonly FileRecord[]): FileRecords['methodOf'] {
  let methods: Map<unknown, string> | undefined;
  return (id) => {
    methods ??= new Map(
      rows.flatMap((row) => {
        const { frame } = row.value() as { frame?: { id?: unknown; method?: unknown } };
        return typeof frame?.method === 'string' && frame.id !== undefined ? [[frame.id, frame.method]] : [];
      }),
    );
    return methods.get(id);
  };
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
      ...NO_CONTEXT,
    };
  }
  if (surface === 'workspace' || typeof value === 'string')
    return { records: text.replaceAll('\r\n', '\n').split('\n').map(fromLine), lines: true, ...NO_CONTEXT };
  return { records: [{ ordinal: 1, raw: JSON.stringify(value), value: () => value }], lines: false, ...NO_CONTEXT };
}

function isClientRow({ raw, value }: FileRecord): boolean {
  if (!raw.includes('"from":"client"')) return false;
  return (value() as { from?: unknown } | null)?.from === 'client';
}
