export { applyEvent, emptySession, foldEvents, recordKey } from './fold.ts';
export { jobNames, lastJobNumber, userCommandKey } from './foldJobs.ts';
export { isLoggableJson } from './loggableJson.ts';
export type { LogProblem } from './logReader.ts';
export { LogReader } from './logReader.ts';
export type { ParsedLog } from './parse.ts';
export { parseEvents } from './parse.ts';
export { valueSchemas } from './schema.ts';
export type {
  CallState,
  JobState,
  SessionState,
  StepState,
  Told,
  TurnState,
  UserCommand,
  WaitingCommand,
} from './state.ts';
