export { toolsOf } from './agentTools.ts';
export { profiles } from './all.ts';
export type {
  CutLimits,
  IncompleteCauses,
  ReadLimits,
  ShellCapture,
  ShellCut,
  ShellFixes,
  ShellLimits,
  ShellNote,
  ShellOutput,
  ShellRun,
  ShellView,
  TimeoutUnit,
} from './better-fs-tools/index.ts';
export {
  byteWords,
  createShellCapture,
  cutShellOutput,
  defaultReadLimits,
  defaultShellLimits,
  resolveReadLimits,
  resolveShellLimits,
  shellDrainMs,
  shellDurationWords,
  shellExtraExitWaitMs,
  shellNotes,
  shellOutputOf,
  shellReport,
  shellToolDescription,
  timeoutWords,
} from './better-fs-tools/index.ts';
export { fileStemOf } from './fileStem.ts';
export { jobWordsOf, presentWithJobs } from './jobView.ts';
export type { ProfileName } from './names.ts';
export { profileNames } from './names.ts';
export { resultFileName } from './opencode-6234/index.ts';
export {
  defaultProfileRef,
  loadProfiles,
  loadProfilesOf,
  profileById,
  profileOf,
  profileRef,
  registerProfiles,
} from './registry.ts';
export type { SessionPlaces } from './resolve.ts';
export {
  cleanerFor,
  inlineLimitOf,
  lengthUnitOf,
  maxInlineUnits,
  optionsOf,
  profileContext,
  quirkSettings,
  resolveLimits,
  toolByWireName,
} from './resolve.ts';
export { isLossNote } from './shared/noteWords.ts';
export { countWords, durationWords, sizeWords } from './shared/words.ts';
