export type { ActualFile, SurfaceActual } from './actual.js';
export type { CapturedFrame, FrameFlag } from './frame.js';
export { compareSurface, PINNED_ELSEWHERE, type CompareContext } from './compare.js';
export { compareText, type TextComparison } from './compare-text.js';
export { CONFORMANCE_VIEW, conformanceView, type SurfaceFinding } from './conformance.js';
export { describeChange, firstDivergence } from './divergence.js';
export { expectedFiles, logDrift, namesToolCalls, toolCallsOf, type ExpectedContext, type LogDrift } from './expected-files.js';
export { foreignLogSurface } from './foreign-log.js';
export { OUTCOME_FILE, outcomeSurface } from './outcome.js';
export { reachability, withReachability, type Reachability } from './reachability.js';
export {
  REQUESTS_FILE,
  headerCall,
  requestsSurface,
  SYSTEM_PROMPT_FILE,
  TOOL_SCHEMAS_FILE,
  type RequestFiles,
  type RequestsContext,
} from './requests.js';
export { expectedLogName, sessionLogSurface, type NamedLog, type SessionLogContext } from './session-log.js';
export { belongsTo, isView } from './surface-files.js';
export { toolSpans, type ToolSpan } from './tool-spans.js';
export { TOOL_CALLS_VIEW, toolCallsOfTranscript, toolCallsView } from './tool-calls.js';
export { notComparedBy, TRANSCRIPT_FILE, transcriptSurface, type SurfaceFile, type TranscriptContext } from './transcript.js';
export { decodeText, isStateFile, WORKSPACE_FOLDER, workspaceSurface, type LeftFile, type WorkspaceContext } from './workspace.js';
