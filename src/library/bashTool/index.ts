export type {
  BashCallContext,
  BashCallInput,
  BashError,
  BashErrorCode,
  BashFormatter,
  BashNote,
  BashOutcome,
  BashPhase,
  BashRequest,
  BashResult,
  BashRun,
  BashTime,
  BashToolDependencies,
  CommandRunner,
  ContentPart,
  RunExit,
  RunHandle,
  RunRequest,
  SpillFile,
  SpillSink,
} from './contract.ts';
export type { BashTool } from './createBashTool.ts';
export { createBashTool, createSignedBashTool } from './createBashTool.ts';
export { defaultShellEnv, shellEnv } from './env.ts';
export type { BashFormatOptions } from './format.ts';
export { defaultBashFormatter, formatBash, textOfContent } from './format.ts';
export { aiSdkSignature, piSignature } from './signature.ts';
