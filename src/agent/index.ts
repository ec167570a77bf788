export { demoFiles, demoModel, demoPrompt, demoScript, demoTitle } from './demo/index.ts';
export type {
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SeenBytes,
  SessionChange,
  Workbench,
} from './port.ts';
export { type After, afterOnTimer } from './timers.ts';
export { createInProcessMatcher, type LineMatcher } from './tools/search/matcher.ts';
export { createWorkerMatcher } from './tools/search/workerMatcher.ts';
export { baseUrlSetting, createBrowserWorkbench } from './workbench/browserWorkbench.ts';
export { createWorkbench, type WorkbenchDeps } from './workbench/workbench.ts';
