/** What a test process of a layer may open: no network socket at all, or sockets of this machine's loopback. */
export type NetworkPolicy = 'no-socket' | 'loopback';

/** The layers, in the order in which they run; the README says what each proves. */
export const LAYERS: Readonly<Record<string, NetworkPolicy>> = {
  unit: 'no-socket',
  contract: 'no-socket',
  cassette: 'loopback',
  replay: 'loopback',
  smoke: 'loopback',
  report: 'loopback',
  fault: 'loopback',
  real: 'loopback',
};
