export { carriedReplies, openingOf } from './carried.js';
export { decodeReply } from './decode.js';
export { dialectOf } from './dialect-of.js';
export type { CarriedCall, CarriedReply, DecodedReply, EncodeOptions } from './dialect.js';
export { encodeReply, refusalReply } from './encode.js';
export { outputSchemaOf } from './output-schema.js';
export { readRequest, streamOf, writeRequest, type IncomingRequest } from './request.js';
export { createSseParser, formatSseEvent, type SseParser } from './sse.js';
export { mapReplyTexts, type MapText } from './texts.js';
