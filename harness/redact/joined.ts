/** The strings of one field over many records, put together: what a stream meant before it was cut into deltas. */
export interface Joined {
  text: string;
  /** Where each piece begins in `text`, and the line of the file it stands in, from 1. */
  pieces: { start: number; line: number }[];
}

/** Fields that tell whose delta a record is. Streams of several blocks run through each other. */
const STREAM_FIELDS = ['index', 'id', 'toolCallId', 'messageId', 'session', 'sessionId', 'item_id'];
/** Bodies of recorded streams stand in strings: `data: {…}` line by line. */
const EVENT_LINE = /^(?:data:\s*)?(?=[[{])/;
const BODY_DEPTH = 2;

/**
 * Joins the deltas of a text of JSON lines or server-sent events, field by field, also where such a text stands inside
 * a string. Fields are joined twice, over all records and per stream, since what is interleaved and what is not cannot
 * be told from outside. Lines that are no JSON are passed over.
 *
 * @example
 * joinDeltas('{"text":"a"}\n{"text":"b"}\n'); // [{ text: 'ab', pieces: [{ start: 0, line: 1 }, { start: 1, line: 2 }] }]
 */
export function joinDeltas(text: string): Joined[] {
  const fields = new Map<string, Joined>();
  for (const [index, line] of text.split('\n').entries()) readLine(line, index + 1, '', 0, fields);
  return [...fields.values()].filter(({ pieces }) => pieces.length > 1);
}

function readLine(text: string, line: number, path: string, depth: number, fields: Map<string, Joined>): void {
  const head = EVENT_LINE.exec(text);
  if (!head) return;
  try {
    walk(JSON.parse(text.slice(head[0].length)), { line, path, stream: '', depth, fields });
  } catch {
    // No JSON, so no record.
  }
}

interface Place {
  line: number;
  path: string;
  stream: string;
  depth: number;
  fields: Map<string, Joined>;
}

function walk(value: unknown, place: Place): void {
  if (typeof value === 'string') return addString(value, place);
  if (Array.isArray(value)) {
    // An array of strings holds the pieces of one text.
    for (const item of value) walk(item, { ...place, path: `${place.path}[]` });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const record = value as Record<string, unknown>;
  const own = STREAM_FIELDS.map((name) => record[name]).filter((field) => typeof field === 'string' || typeof field === 'number');
  const stream = own.length === 0 ? place.stream : `${place.stream}/${own.join(',')}`;
  for (const [name, item] of Object.entries(record)) walk(item, { ...place, path: `${place.path}.${name}`, stream });
}

function addString(text: string, { line, path, stream, depth, fields }: Place): void {
  for (const key of new Set([path, `${path} ${stream}`])) {
    const field = fields.get(key) ?? { text: '', pieces: [] };
    field.pieces.push({ start: field.text.length, line });
    field.text += text;
    fields.set(key, field);
  }
  if (depth < BODY_DEPTH && /(?:^|\n)(?:data:\s*)?[[{]/.test(text))
    for (const inner of text.split('\n')) readLine(inner, line, `${path}>`, depth + 1, fields);
}
