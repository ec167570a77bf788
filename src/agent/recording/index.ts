export { fetchRecording } from './fetch/fetchRecording.ts';
export { sourceAddress } from './fetch/sourceAddress.ts';
export type { ForkChoice } from './forkChoice.ts';
export type { ForkHead } from './forkHead.ts';
export { filesOfWorkspace } from './knownParts.ts';
export type { OpenedReplay } from './openReplay.ts';
export { type RecordingProgress, Recordings, type Redact } from './recordings.ts';
export { Replay, type ReplayedResult, type ReplayStatus } from './replay.ts';
export { type ReplayReport, replayReport } from './replayReport.ts';
