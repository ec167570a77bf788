import { profiles, registerProfiles } from '../core/index.ts';

export type {
  LimitOverrides,
  OutputChunk,
  Piece,
  Presented,
  Profile,
  ProfileRef,
  QuirkSettings,
  RawOutput,
  SessionPlaces,
  ShellLimits,
  ShellOutput,
} from '../core/index.ts';
export {
  defaultShellLimits,
  ParsedOutput,
  presentOutput,
  profileById,
  profileRef,
  profiles,
  textOfPieces,
} from '../core/index.ts';
export type {
  BashCallContext,
  BashCallInput,
  BashError,
  BashErrorCode,
  BashFormatOptions,
  BashFormatter,
  BashNote,
  BashOutcome,
  BashPhase,
  BashRequest,
  BashResult,
  BashRun,
  BashTime,
  BashTool,
  BashToolDependencies,
  CommandRunner,
  ContentPart,
  RunExit,
  RunHandle,
  RunRequest,
  SpillFile,
  SpillSink,
} from './bashTool/index.ts';
export {
  createBashTool,
  defaultBashFormatter,
  defaultShellEnv,
  formatBash,
  shellEnv,
  textOfContent,
} from './bashTool/index.ts';

// A library is one file: every profile is at hand from the start.
registerProfiles(profiles);
