type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const words = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');

/**
 * What a record of any of our files is, in a few words: `tool_call {{call#2}}`, `response {{client-request#3}}`,
 * `assistant/chunk text-delta`, `model call 2 of lane 1`.
 */
export function recordLabel(record: unknown): string {
  if (!isObject(record)) return 'text';
  const { type, from, rule, call } = record;
  if (type === 'fixture') return 'header';
  if (type === 'request') return `model call ${String(record['place'])} of lane ${String(record['lane'])}`;
  if (typeof from === 'string') return transcriptLabel(record);
  if (typeof rule === 'string') return rule;
  if (call !== undefined) return words(record['name'] ?? 'result', call);
  if (typeof record['name'] === 'string' && 'parameters' in record) return `tool ${record['name']}`;
  return typeof type === 'string' ? eventLabel(type, record['data']) : 'record';
}

function transcriptLabel({ chunks, noise, frame, from, state, strand }: Json): string {
  if (state !== undefined) return String(strand);
  if (typeof chunks === 'string') return chunks;
  if (noise !== undefined) return 'noise';
  if (!isObject(frame)) return String(from);
  const { method, id, params } = frame;
  if (method === undefined) return words('error' in frame ? 'error' : 'response', id);
  const update = isObject(params) ? params['update'] : undefined;
  return isObject(update) ? words(update['sessionUpdate'], update['toolCallId']) : words(method, id);
}

function eventLabel(type: string, data: unknown): string {
  if (!isObject(data)) return type;
  const chunk = data['chunk'];
  return words(type, isObject(chunk) ? chunk['type'] : data['callId']);
}

/** The label without numbers: records of one kind are compared with each other field by field. */
export function recordKind(label: string): string {
  return label.replaceAll(/#\d+\}\}/g, '}}');
}
