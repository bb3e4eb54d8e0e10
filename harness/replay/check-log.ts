import { createCounts, createPathNormalizer } from '../normalize/index.js';
import { redactText } from '../redact/index.js';
import type { ModelRequest, ReplayPlan, SessionLog } from '../schema/index.js';
import { replaceInStrings } from './pieces.js';

/** A log that contradicts itself or the model calls it tells of. `event` counts from 1. */
export interface LogContradiction {
  readonly rule: 'log-header' | 'log-block';
  readonly severity: 'error';
  readonly message: string;
  readonly event: number;
}

/**
 * What the expected log leaves to others, checked on the raw one: system prompt and tools of each `request/header` are
 * those that a model call of the lane received, and the deltas of a block say what its end says.
 *
 * @param requests of the log's lane, as the provider wrote them down; none are checked where it was never called
 */
export function checkLogAgainst(
  log: Pick<SessionLog, 'events'>,
  requests: readonly ModelRequest[],
  bindings: ReplayPlan['bindings'],
): LogContradiction[] {
  return [...checkHeaders(log, requests, bindings), ...checkBlocks(log)].toSorted((a, b) => a.event - b.event);
}

const TOKENS: ReadonlySet<unknown> = new Set(['{{system}}', '{{tools}}']);

function checkHeaders(
  { events }: Pick<SessionLog, 'events'>,
  requests: readonly ModelRequest[],
  bindings: ReplayPlan['bindings'],
): LogContradiction[] {
  if (requests.length === 0) return [];
  const paths = createPathNormalizer(bindings, createCounts());
  const text = (value: string): string => paths(redactText(value, { canaries: [] }).text);
  const received = { system: new Set(requests.map(({ system }) => system)), tools: new Set(requests.map(({ tools }) => canonical(tools))) };
  return events.flatMap(({ type, data }, at): LogContradiction[] => {
    const header = type === 'request/header' ? (data['header'] as Record<string, unknown> | undefined) : undefined;
    if (!header) return [];
    const { system, tools } = header;
    const wrong = [
      ...(typeof system === 'string' && !TOKENS.has(system) && !received.system.has(text(system)) ? ['system prompt'] : []),
      ...(tools !== undefined && !TOKENS.has(tools) && !received.tools.has(canonical(replaceInStrings(tools, text))) ? ['tools'] : []),
    ];
    return wrong.map((what) => ({
      rule: 'log-header',
      severity: 'error',
      message: `the ${what} of ${type} went to no model call of this log`,
      event: at + 1,
    }));
  });
}

/** JSON with its keys in one order: the log may write a tool's fields in another than the request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

type Chunk = { type?: unknown; index?: unknown; text?: string; argumentsDelta?: string; block?: { text?: unknown; arguments?: unknown } };

function checkBlocks({ events }: Pick<SessionLog, 'events'>): LogContradiction[] {
  const blocks = new Map<unknown, string>();
  return events.flatMap(({ type, data }, at): LogContradiction[] => {
    if (type !== 'assistant/chunk') return [];
    const chunk = data['chunk'] as Chunk;
    const said = blocks.get(chunk.index);
    switch (chunk.type) {
      case 'block-start':
        blocks.set(chunk.index, '');
        return [];
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-call-delta':
        if (said !== undefined) blocks.set(chunk.index, said + (chunk.text ?? chunk.argumentsDelta ?? ''));
        return [];
      case 'block-end': {
        blocks.delete(chunk.index);
        const end = chunk.block?.text ?? chunk.block?.arguments;
        // A block that came without deltas is whole in its end.
        if (said === undefined || said === '' || typeof end !== 'string' || saysTheSame(said, end)) return [];
        return [
          {
            rule: 'log-block',
            severity: 'error',
            message: `block ${String(chunk.index)} ends otherwise than its deltas say`,
            event: at + 1,
          },
        ];
      }
      default:
        return [];
    }
  });
}

/** Arguments may be written anew from what they mean. */
function saysTheSame(deltas: string, end: string): boolean {
  if (deltas === end) return true;
  try {
    return canonical(JSON.parse(deltas)) === canonical(JSON.parse(end));
  } catch {
    return false;
  }
}
