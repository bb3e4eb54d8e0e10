import { OUTCOME_FILE } from './outcome.js';
import { REQUESTS_FILE, SYSTEM_PROMPT_FILE, TOOL_SCHEMAS_FILE } from './requests.js';
import { CONFORMANCE_VIEW } from './conformance.js';
import { TOOL_CALLS_VIEW } from './tool-calls.js';
import { TRANSCRIPT_FILE } from './transcript.js';
import { WORKSPACE_FOLDER } from './workspace.js';
import type { SurfaceId } from '../schema/index.js';

const FILES: Record<SurfaceId, (name: string) => boolean> = {
  transcript: (name) => name === TRANSCRIPT_FILE,
  'session-log': (name) => /^session(?:\.\d+)?\.expected\.jsonl$/.test(name),
  requests: (name) => name === REQUESTS_FILE,
  'system-prompt': (name) => name === SYSTEM_PROMPT_FILE,
  'tool-schemas': (name) => name === TOOL_SCHEMAS_FILE,
  'tool-calls': (name) => name === TOOL_CALLS_VIEW,
  workspace: (name) => name.startsWith(WORKSPACE_FOLDER),
  outcome: (name) => name === OUTCOME_FILE,
  conformance: (name) => name === CONFORMANCE_VIEW,
};

/** Whether a file of a scenario directory holds the expectation of a surface. */
export function belongsTo(surface: SurfaceId, name: string): boolean {
  return FILES[surface](name);
}

/** A view is computed from other files: nothing of it is ever written. */
export const isView = (surface: SurfaceId): boolean => surface === 'tool-calls' || surface === 'conformance';
