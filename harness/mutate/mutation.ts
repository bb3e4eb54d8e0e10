import type { Capture, CaptureRecord, Part } from './capture.js';
import { pathText, type Path } from './leaves.js';

/** One change of a capture. */
export interface Mutation {
  /** What was changed, in the words of the report: `text`, `tool name`, `order`, … */
  readonly kind: string;
  /** The part that has to be compared again; absent where all of them have. */
  readonly part?: Part;
  /** Where, e.g. `log event 12 data.callId`. */
  readonly where: string;
  /** Why the compare mode may not see it: documented, and counted where nothing else sees it either. */
  readonly loss?: string;
  readonly apply: (capture: Capture) => Capture;
}

const RECORD: Readonly<Record<Part, string>> = {
  frames: 'frame',
  log: 'event',
  foreign: 'record',
  requests: 'decision',
  files: 'file',
  outcome: 'outcome',
};

/** Where a leaf or a record stands, counted from 1. */
export function placeOf({ part, file, index }: CaptureRecord, path: Path = []): string {
  const record = part === 'log' && index === -1 ? 'header' : part === 'outcome' ? RECORD[part] : `${RECORD[part]} ${index + 1}`;
  const log = part === 'log' ? `log ${file + 1}` : part === 'foreign' ? `foreign log ${file + 1}` : undefined;
  return [log, record, path.length > 0 ? pathText(path) : undefined].filter(Boolean).join(' ');
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/(?:stopReason|reason\.kind|finishReason)$/, 'stop reason'],
  [/(?:error|failure)\.code$/, 'error code'],
  [/(?:optionId|outcome\.outcome|data\.(?:outcome|decision|answer|option))$/, 'permission outcome'],
  [/(?:modeId|currentModeId|data\.mode)$/, 'session mode'],
  [/configOptions?\b|configId/, 'config option'],
  [/(?:^|\.)model$/, 'model'],
  [/(?:rawInput|arguments|argumentsDelta|input)\b/, 'argument'],
  [/(?:rawOutput|result\.content|isError)\b/, 'result'],
  [/(?:^|\.)(?:name|title|toolName)$/, 'name'],
  [/(?:^|\.)(?:text|message|description|system)$/, 'text'],
];

/** What a leaf is, in the words of the report. Only for counting: every leaf is mutated, whatever it is called. */
export function leafKind({ part, value }: CaptureRecord, path: Path): string {
  const field = pathText(path);
  const type = (value as { type?: unknown }).type;
  if (part === 'log' && type === 'tool/result' && /content/.test(field)) return 'result';
  if (part === 'log' && typeof type === 'string' && type.startsWith('tool/') && field.endsWith('name')) return 'tool name';
  if (/chunk\.(?:block\.)?name$/.test(field)) return 'tool name';
  return KINDS.find(([pattern]) => pattern.test(field))?.[1] ?? 'other field';
}
