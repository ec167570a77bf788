export { demoModel, demoPrompt } from './demo/index.ts';
export { callOfCommand } from './jobs/commandCall.ts';
export type { QueuedCommand } from './jobs/userCommands.ts';
export { type LessonBench, openBrowserLesson, type RunResult } from './lesson/index.ts';
export type { McpServerRow } from './mcp/mcpServers.ts';
export type { HeaderLine } from './mcp/worker/messages.ts';
export {
  inTurns,
  type OpenedRecording,
  type OpenedTranscript,
  type OpeningOptions,
  type OpeningProgress,
  openRecordingApart,
  openTranscriptApart,
  percentOf,
} from './opening/index.ts';
export { type PendingQuestion, pendingQuestions } from './permissions/pendingQuestions.ts';
export type { PermissionChoice } from './permissions/permissionBook.ts';
export type {
  ForkedSession,
  GuestActivity,
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SessionChange,
  SessionNetwork,
  StoredSession,
  Workbench,
} from './port.ts';
export type {
  ForkChoice,
  ForkHead,
  OpenedReplay,
  RecordingProgress,
  Replay,
  ReplayedResult,
  ReplayReport,
  ReplayStatus,
} from './recording/index.ts';
export { fetchRecording, replayReport, sourceAddress } from './recording/index.ts';
export type { RunBudget, RunEnd, RunRow, RunsPlan, RunsStatus } from './runs/index.ts';
export { RepeatedRuns } from './runs/index.ts';
export { callByKey, stepByNumber } from './subagent/callTree.ts';
export { type After, afterOnTimer } from './timers.ts';
export type { ReadableFs } from './tools/read.ts';
export { readAlone } from './tools/readAlone.ts';
export { createInProcessMatcher } from './tools/search/matcher.ts';
export { createWorkerMatcher } from './tools/search/workerMatcher.ts';
export type { ToolRow } from './tools/sessionTools.ts';
export {
  baseUrlSetting,
  createBrowserWorkbench,
  ownScriptModel,
  ownScriptSetting,
} from './workbench/browserWorkbench.ts';
export { type LimitSetting, limitSettings } from './workbench/limitSettings.ts';
export { createWorkbench } from './workbench/workbench.ts';
