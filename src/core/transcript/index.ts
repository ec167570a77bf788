export type {
  Transcript,
  TranscriptCall,
  TranscriptEnding,
  TranscriptEntry,
  TranscriptView,
} from './document.ts';
export { absent, whole } from './document.ts';
export { withoutResult } from './entries.ts';
export type { FilmItem } from './film.ts';
export { filmTimes } from './film.ts';
export { htmlOf } from './html.ts';
export { linesOfRecording, linesOfSession, linesOfTranscript } from './jsonLines.ts';
export { markdownOf, markdownOfEntry } from './markdown.ts';
export { transcriptOfRecording } from './ofRecording.ts';
export type { OutputSamples } from './ofSession.ts';
export { recordedKeysOf, transcriptOfSession } from './ofSession.ts';
export type { OutputSample } from './outputViews.ts';
export { bytesWords, inputText } from './words.ts';
