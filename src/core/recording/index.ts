export { base64Bytes, bytesBase64 } from './base64.ts';
export { canonicalJson } from './canonical.ts';
export type { RerunFacts } from './derivable.ts';
export { whyNotDerivable } from './derivable.ts';
export type {
  RecordedChunk,
  RecordedEvent,
  RecordedFile,
  RecordedResult,
  RecordedText,
  RecordedTools,
  RecordedWorkspace,
  Recording,
  StreamHash,
} from './document.ts';
export type { Comparison, DriftPlace, RerunResult } from './drift.ts';
export { compareResult } from './drift.ts';
export type { Finding, FindingKind } from './findings.ts';
export { findSecrets } from './findings.ts';
export type { OpenedLink } from './link.ts';
export {
  linkOf,
  linkPrefix,
  longestLinkUnits,
  longLinkUnits,
  openLink,
  openPacked,
  openRecordingFile,
  packRecording,
  recordingFile,
} from './link.ts';
export type { ParsedRecording } from './parse.ts';
export { parseRecording } from './parse.ts';
export type { RecordingParts, ResultBytes } from './recordSession.ts';
export { recordSession, whyNotRecordable } from './recordSession.ts';
export type { PlacedFinding, TextPath } from './review.ts';
export { bytesOfChunk, redactRecording, reviewRecording } from './review.ts';
