export type { ComparedPart, ComparedStep, TranscriptComparison } from './compareTranscripts.ts';
export { compareTranscripts } from './compareTranscripts.ts';
