export type { Imported } from './importTranscript.ts';
export { importTranscript, sideFileName } from './importTranscript.ts';
