import { decodeReply, encodeReply } from '../dialects/index.js';
import { faultErrors } from '../errors/faults.js';
import type { AuthoredRecord, Exchange, WireReply } from '../schema/index.js';
import { deriveFault, type FaultedReply, type NoFault } from './derive.js';
import type { Fault } from './parse.js';

/** The place of a model call in a cassette. */
export interface CallPlace {
  lane: number;
  place: number;
}

export interface FaultSettings {
  fault: Fault;
  /** Which model call meets it, from 1, as {@link callPlaces} counts them. */
  call: number;
  /** How many attempts at that call meet it; all where absent. */
  times?: number;
}

/** Puts one fault on one model call of a cassette that is played. */
export interface FaultInjector {
  readonly fault: Fault;
  /** What this attempt gets; `undefined` where it gets what is recorded. */
  meet: (exchange: Exchange, stream: boolean | 'list') => FaultedReply | NoFault | undefined;
  /**
   * Whether nobody listens any more once this exchange has been answered, and when the next call is made: in the same
   * turn, or in the next one. `undefined`: everybody listens.
   */
  refusesAfter: (exchange: Exchange) => 'this-turn' | 'next-turn' | undefined;
  /** Nobody listens from the start. */
  readonly refusesAll: boolean;
}

/**
 * Puts a fault on a model call.
 *
 * @param places every call of the cassette, see {@link callPlaces}
 * @throws AcpError `ACP_FAULT_NO_CALL`, `ACP_FAULT_SETTING`
 */
export function createFaultInjector(settings: FaultSettings, places: readonly CallPlace[], scenario: string): FaultInjector {
  const { fault, call, times } = checked(settings);
  const target = places[call - 1];
  if (!target) throw faultErrors.noCall(scenario, call, places.length);
  const before = places[call - 2];
  let met = 0;
  return {
    fault,
    refusesAll: fault.name === 'refused' && call === 1,
    meet(exchange, stream) {
      if (!isAt(exchange, target) || met >= (times ?? Infinity)) return undefined;
      const faulted = deriveFault(exchange.dialect, asAsked(exchange, stream), fault);
      if ('reply' in faulted) met++;
      return faulted;
    },
    refusesAfter(exchange) {
      if (fault.name !== 'refused' || !before || !isAt(exchange, before)) return undefined;
      return decodeReply(exchange.dialect, exchange.reply).reply.calls.length > 0 ? 'this-turn' : 'next-turn';
    },
  };
}

/**
 * The model calls of a cassette in the order in which they are counted: conversations that offer tools first (titles
 * and the like offer none, and come when they like), each from its first call to its last.
 */
export function callPlaces({ exchanges, authored }: { exchanges: readonly Exchange[]; authored: readonly AuthoredRecord[] }): CallPlace[] {
  const counts = new Map<number, number>();
  const placed = authored.map((record) => {
    const place = (counts.get(record.lane) ?? 0) + 1;
    counts.set(record.lane, place);
    return { lane: record.lane, place, plain: record.when?.tools === false };
  });
  const recorded = exchanges.map(({ lane, place, request }) => ({
    lane,
    place,
    plain: Array.isArray(request.tools) && request.tools.length === 0,
  }));
  const all = [...recorded, ...placed];
  const plain = new Set(all.filter(({ place, plain: isPlain }) => place === 1 && isPlain).map(({ lane }) => lane));
  return all
    .toSorted((a, b) => Number(plain.has(a.lane)) - Number(plain.has(b.lane)) || a.lane - b.lane || a.place - b.place)
    .map(({ lane, place }) => ({ lane, place }));
}

function checked(settings: FaultSettings): FaultSettings {
  const { fault, call, times } = settings;
  if (!isCount(call)) throw faultErrors.badSetting('call', call, 'a whole number from 1');
  if (times === undefined) return settings;
  if (!isCount(times)) throw faultErrors.badSetting('times', times, 'a whole number from 1');
  if (fault.name === 'refused') throw faultErrors.refusedTimes();
  return settings;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
const isAt = (a: CallPlace, b: CallPlace): boolean => a.lane === b.lane && a.place === b.place;

/** Agents that met a broken stream ask again without one: they get the recorded reply in the form they asked for. */
function asAsked({ dialect, reply, request }: Exchange, stream: boolean | 'list'): WireReply {
  if (stream !== false || !reply.events) return reply;
  const { reply: said } = decodeReply(dialect, reply);
  const toolCalls = said.calls.map(({ id, name, arguments: json }) => ({
    ...(id !== undefined && { id }),
    name,
    arguments: objectOf(json),
  }));
  const counts = new Map<string, number>();
  const ids = (kind: string): string => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return `${kind}_${number}`;
  };
  const record: AuthoredRecord = {
    type: 'reply',
    lane: 1,
    ...(said.text !== '' && { text: said.text }),
    ...(said.reasoning !== undefined && { reasoning: said.reasoning }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
  return encodeReply(dialect, record, { stream: false, model: request.config.model, ids, created: 1_700_000_000 });
}

function objectOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
