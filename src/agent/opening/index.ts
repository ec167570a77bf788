export { inTurns } from './inTurns.ts';
export { type OpeningProgress, percentOf } from './messages.ts';
export type { OpenedRecording, OpenedTranscript, OpeningOptions } from './openDocument.ts';
export { openRecordingApart, openTranscriptApart } from './openDocument.ts';
