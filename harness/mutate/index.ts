export { PARTS, recordsOf, SURFACES_OF, type Capture, type CaptureContext, type CapturedLog, type Part } from './capture.js';
export { classify, type ClassedLeaf, type LeafClass } from './classify.js';
export { fieldText, leavesOf, pathText } from './leaves.js';
export { type Mutation } from './mutation.js';
export { createRandom, sample } from './random.js';
export { semanticMutations } from './semantic.js';
export { OVERRIDE_FILE, sourceMutations, type SourceMutation } from './source.js';
export { volatileMutations, type VolatileMutation } from './volatile.js';
export { normalizedFields, type NormalizedField } from './fields.js';
