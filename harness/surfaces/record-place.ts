type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Where in a run a record of a transcript in `causal` or `state` stands: its segment, and its strand or, for the answer
 * to a request, the edge between the two. Undefined for records that say no segment and no strand.
 *
 * @param methodOf the method of the client's request with an id
 * @example
 * recordPlace({ from: 'agent', segment: 'turn 2', strand: 'tool:{{call#1}}', frame }, methodOf); // 'turn 2, strand tool:{{call#1}}'
 */
export function recordPlace(record: unknown, methodOf: (id: unknown) => string | undefined): string | undefined {
  if (!isObject(record)) return undefined;
  const { segment, strand } = record;
  if (segment === undefined && strand === undefined) return undefined;
  const way = edgeOf(record, methodOf) ?? `strand ${typeof strand === 'string' ? (STRANDS[strand] ?? strand) : strandOf(record)}`;
  return typeof segment === 'string' ? `${segment}, ${way}` : way;
}

function edgeOf({ strand, frame }: Json, methodOf: (id: unknown) => string | undefined): string | undefined {
  if (typeof strand === 'string' && strand.startsWith('answer:')) return `edge ${strand.slice('answer:'.length)} → response`;
  if (!isObject(frame) || frame['method'] !== undefined || frame['id'] === undefined) return undefined;
  return `edge ${methodOf(frame['id']) ?? 'no request'} → response`;
}

const STRANDS: Readonly<Record<string, string>> = {
  agent_message_chunk: 'message',
  agent_thought_chunk: 'thought',
  user_message_chunk: 'user message',
  plan: 'plan',
};

/** Records of the spine name no strand: it is what they are. */
function strandOf({ chunks, frame }: Json): string {
  const { method, params } = isObject(frame) ? frame : {};
  const update = isObject(params) && isObject(params['update']) ? params['update']['sessionUpdate'] : undefined;
  const kind = [chunks, update, method].find((name) => typeof name === 'string') ?? 'spine';
  return STRANDS[kind] ?? kind;
}
