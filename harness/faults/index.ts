/**
 * What goes wrong with a provider, put on one recorded reply.
 *
 *   parseFault('reset-after:3'): Fault                                unknown names are errors that list the known ones
 *   deriveFault(dialect, reply, fault): FaultedReply | NoFault        the bytes, and whether it can be said at all
 *   formatFaults(scenario, records), compareFaults(committed, records)   `faults.expected.jsonl`
 *   createFaultInjector(settings, places, scenario): FaultInjector    which call of a played cassette meets it, how often
 *   recordsOfScript(lanes): ScriptRecord[]                            a recorded session's replies, for any dialect
 */
export { deriveFault, type FaultedReply, type NoFault } from './derive.js';
export { compareFaults, formatFaults } from './file.js';
export { recordsOfScript, type ScriptRecord } from './from-script.js';
export { callPlaces, createFaultInjector, type CallPlace, type FaultInjector, type FaultSettings } from './injector.js';
export { parseFault, type Fault } from './parse.js';
