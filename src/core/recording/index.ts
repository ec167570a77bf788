export type { ForkBasis, RecordingAsk } from './asks.ts';
export { forkBasis } from './asks.ts';
export { base64Bytes, base64UrlBytes, bytesBase64, bytesBase64Url } from './base64.ts';
export type { BesideCalls, RecordedJob } from './besideCalls.ts';
export { besideCalls } from './besideCalls.ts';
export { canonicalJson } from './canonical.ts';
export { whyJobNotDerivable, whyNotDerivable } from './derivable.ts';
export type {
  RecordedCall,
  RecordedChunk,
  RecordedEvent,
  RecordedFile,
  RecordedResult,
  RecordedSubAgentEvent,
  RecordedText,
  RecordedTools,
  RecordedWorkspace,
  Recording,
  StreamHash,
  StreamHashes,
  TextHash,
} from './document.ts';
export type { Comparison, DifferingLine, DriftPlace, RerunResult } from './drift.ts';
export { compareResult, firstDifferingLine } from './drift.ts';
export type { Finding, FindingKind } from './findings.ts';
export { findSecrets } from './findings.ts';
export type { TimeBound } from './inflate.ts';
export { inflateBounded } from './inflate.ts';
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
export { recordSession } from './recordSession.ts';
export type { PlacedFinding, TextPath } from './review.ts';
export { bytesOfChunk, redactRecording, reviewRecording } from './review.ts';
