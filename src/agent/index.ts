export { demoModel, demoPrompt, demoScript } from './demo/index.ts';
export type {
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SessionChange,
  Workbench,
} from './port.ts';
export { type After, afterOnTimer } from './timers.ts';
export { createInProcessMatcher } from './tools/search/matcher.ts';
export { createWorkerMatcher } from './tools/search/workerMatcher.ts';
export { baseUrlSetting, createBrowserWorkbench } from './workbench/browserWorkbench.ts';
export { createWorkbench } from './workbench/workbench.ts';
