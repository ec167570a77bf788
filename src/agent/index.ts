export { demoModel, demoPrompt } from './demo/index.ts';
export type {
  GuestActivity,
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SessionChange,
  SessionNetwork,
  Workbench,
} from './port.ts';
export { type After, afterOnTimer } from './timers.ts';
export type { ReadableFs } from './tools/read.ts';
export { readAlone } from './tools/readAlone.ts';
export { createInProcessMatcher } from './tools/search/matcher.ts';
export { createWorkerMatcher } from './tools/search/workerMatcher.ts';
export {
  baseUrlSetting,
  createBrowserWorkbench,
  ownScriptModel,
  ownScriptSetting,
} from './workbench/browserWorkbench.ts';
export { type LimitSetting, limitSettings } from './workbench/limitSettings.ts';
export { createWorkbench } from './workbench/workbench.ts';
