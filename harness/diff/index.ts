export { diffFields, leafDistance } from './fields.js';
export { diffLines } from './lines.js';
export { diffRecords, type RecordOptions, type RecordPair } from './records.js';
export { diffWords, type WordPart } from './words.js';
export { splitLines } from './split-lines.js';
export type { Op } from './op.js';
