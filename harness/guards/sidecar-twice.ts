import { complaintGuard, fileName } from './complaint-guard.js';
import type { Complaint, Corpus } from './corpus.js';
import { pinsOf, SIDECARS } from './pins.js';

/** Outside of a pin no file of these names may stand; one with a pin's bytes is a copy that nobody would edit along. */
export const sidecarTwice = complaintGuard(
  'sidecar-twice',
  'The bytes of a system prompt or of tool schemas stand in one scenario.',
  (complaint, corpus) => complaint.code === 'ACP_SCENARIO_UNDECLARED_FILE' && isCopyOfPinned(complaint, corpus),
);

export function isCopyOfPinned(complaint: Complaint, corpus: Corpus): boolean {
  const name = fileName(complaint, corpus);
  if (!SIDECARS.some((sidecar) => sidecar === name)) return false;
  const text = corpus.scenarios.find((scenario) => scenario.name === complaint.scenario)?.files.get(name)?.text;
  return text !== undefined && pinsOf(corpus).some((pin) => pin.files.get(name)?.text === text);
}
