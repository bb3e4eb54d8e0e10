export { CASSETTE_FILE, formatCassette, parseCassette, type Cassette } from '../cassette/index.js';
export type {
  FaultOptions,
  LoopbackProvider,
  LoopbackProviderOptions,
  NamedText,
  RecordProviderOptions,
  ReplayProviderOptions,
} from './options.js';
export { startLoopbackProvider } from './provider.js';
